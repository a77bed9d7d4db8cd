"""The offload probe without its GPU: what it does in which order, what it writes, how it reads."""
