"""A trainer and an engine that share one GPU: the torch side of the offload probe."""
