"""The experiments of the course: published figures, a simulation, a real run; always told apart."""
