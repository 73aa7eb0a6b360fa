"""A model that follows the text of the definitions.

Read it in the order in which a request goes through it:

model       the whole of it, in one page
perceive    what is asked, in which language, on which day, after which calls; mood, tense, idioms
definition  a tool as a model reads it; properties, schema, formats: one argument of it
choose      which tools: the evidence of words (catalogue, lexicon) and of values (coverage)
fill        the arguments: facts (facts, dates, shapes) dealt out (deal, match), written as the definition
            asks (values, codes, enums, flags, units…), or words of the request (prose, texts); else invent
follow_up   what to do after results: the next call, repair after an error; outcome, pick, ranges
conform     what grammar-constrained decoding would leave of it
answer      the words at the end
explain     why, as plain data
"""

from tooluse.mock.models.simulated.model import SimulatedModel

__all__ = ["SimulatedModel"]
