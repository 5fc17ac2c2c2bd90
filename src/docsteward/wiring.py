"""Settings to objects: the only place that assembles the product."""
