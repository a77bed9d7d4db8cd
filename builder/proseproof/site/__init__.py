"""What a reader sees of a check: charts, figures, linked numbers, the ledger."""
