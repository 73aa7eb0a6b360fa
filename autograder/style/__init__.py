"""The house style of notebooks: small checks, listed in `style.table`."""
