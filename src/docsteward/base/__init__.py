"""Values, ids, clock and the error tree: what every other room may use, without any I/O."""
