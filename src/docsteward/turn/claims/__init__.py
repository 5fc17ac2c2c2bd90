"""Claims checked against the evidence that a sentence cites (SPEC N7); pure, and no model."""
