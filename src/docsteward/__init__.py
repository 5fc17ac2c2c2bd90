"""Docsteward: a self-hosted documentation assistant whose server decides, never the model."""

__version__ = "0.1.0"
