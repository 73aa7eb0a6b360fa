"""The one exception that a command turns into a sentence for its user."""


class UserError(Exception):
    """Something that the user can put right: the message says what, where, and what to do."""


class SourceError(UserError):
    """A notebook source, or a file of specimens, that cannot be understood."""
