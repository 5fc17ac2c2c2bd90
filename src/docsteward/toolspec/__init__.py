"""What a tool is: its definition, its parameters and their check, its projection for a model."""
