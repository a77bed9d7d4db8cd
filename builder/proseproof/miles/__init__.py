"""Logs of Miles, and the GPU's telemetry beside them, to one summary in JSON."""
