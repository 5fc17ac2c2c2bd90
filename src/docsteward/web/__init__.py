"""The server: routes, the stream, the widget's file and the demo's own site."""
