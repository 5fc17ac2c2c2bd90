"""One small file for each provider's wire."""
