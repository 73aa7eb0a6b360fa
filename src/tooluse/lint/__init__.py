"""`tooluse lint`: tool definitions against the catalogue of rules.

from tooluse.lint.verdicts import lint
for violation in lint([{"name": "search", "description": "Recherche", "input_schema": {…}}]):
    print(violation.path, violation.detail, violation.suggestion)
"""
