"""The routes under `/api/v1` that the widget, or any client, speaks (docs/wire.md)."""
