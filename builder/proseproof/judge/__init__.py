"""What the prose says, held against what the data gives. Pure."""
