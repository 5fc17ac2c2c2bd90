"""URL templates and origins: pure, and built so that an argument stays inside its place."""
