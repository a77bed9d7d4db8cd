"""The language server: the outcome of a check as what editors show while a page is written."""
