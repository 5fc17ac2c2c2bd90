"""One question to one answer: the loop, the prompt, citations, offers and the events they make."""
