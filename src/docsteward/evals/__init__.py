"""Measuring what the product answers."""
