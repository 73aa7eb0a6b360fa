"""Public checks, one module a TP; what a learner may read."""
