"""The schema's history, one file per step; Alembic reads these files by their path."""
