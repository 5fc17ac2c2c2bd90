"""Models behind one Protocol: any OpenAI-compatible address, the keyless answerer, test doubles."""
