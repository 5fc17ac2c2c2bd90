"""Words that turn a sentence into its opposite, by language; pure data.

Negations are compared only where a sentence and its source share words on both sides of the place,
so a translated sentence is never judged by them. A language that has no row here is not checked
for negations at all.
"""

from __future__ import annotations

_BY_LANGUAGE = {
    "en": "not never no none nothing nobody nowhere neither nor without cannot cant dont doesnt "
    "didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt mustnt neednt hasnt havent hadnt "
    "aint mightnt shant",
    "de": "nicht nie niemals kein keine keinen keinem keiner keines ohne nichts niemand weder",
    "fr": "pas jamais aucun aucune sans rien",
    "es": "no nunca jamás ningún ninguna ninguno sin nada",
    "it": "non mai nessun nessuna nessuno senza niente",
    "pt": "não nunca jamais nenhum nenhuma sem",
    "nl": "niet nooit geen zonder niets",
    "pl": "nie nigdy żaden żadna bez",
    "ru": "не никогда нет без ни",
    "sv": "inte aldrig ingen inget utan",
    "da": "ikke aldrig ingen intet uden",
}
NEGATIONS: frozenset[str] = frozenset(
    word for words in _BY_LANGUAGE.values() for word in words.split()
)
LANGUAGES: tuple[str, ...] = tuple(_BY_LANGUAGE)
# `not only` denies nothing.
HARMLESS_AFTER: frozenset[str] = frozenset({"only", "solely"})
# Between a negation and what it denies these say nothing.
_EMPTY = """
a an the is are was were be been being am do does did done have has had having will would shall
should can could may might must need to of in on at by for with from as that this these those it
its and or but if then than so such also very just only even still yet already ever any some all
both each you your we our they their he she his her i my me us them there here when where while
which who what how because since until after before into out up down over under again more most
other longer der die das den dem des ein eine einen einem einer und oder ist sind war wird werden
mit von zu im le la les un une et ou est sont de du en el los las una y o es son con il lo gli e
di per
"""
STOPWORDS: frozenset[str] = frozenset(_EMPTY.split())
# A word, and what stands in its place where a sentence says the opposite.
OPPOSITES: dict[str, str] = {
    "without": "with",
    "ohne": "mit",
    "sans": "avec",
    "sin": "con",
    "senza": "con",
    "sem": "com",
    "zonder": "met",
    "bez": "z",
    "без": "с",
    "utan": "med",
    "uden": "med",
}
