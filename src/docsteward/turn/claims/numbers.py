"""Numbers as they are compared: separators, words, units and dates brought to one form; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS: dict[str, int] = {word: value for value, word in enumerate(_SMALL.split())} | {
    word: value * 10 for value, word in enumerate(_TENS.split(), 2)
}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
ORDINALS: dict[str, int] = {word: value for value, word in enumerate(_ORDINALS.split(), 1)}
# Words that say a number only by the way: `the one`, `at first`. Alone they claim nothing.
WEAK = frozenset({"zero", "one", "first", "second", "third"})
# Number words of other languages count in evidence alone: an answer in another language than its
# source may write them as digits.
_FOREIGN = {
    2: "zwei deux dos due dois duas twee dwa два iki två to dva",
    3: "drei trois tres tre três drie trzy три üç",
    4: "vier quatre cuatro quattro quatro cztery четыре dört fyra",
    5: "fünf cinq cinco cinque vijf pięć пять beş fem",
    6: "sechs six seis sei zes sześć шесть altı sex",
    7: "sieben sept siete sette sete zeven siedem семь yedi sju",
    8: "acht huit ocho otto oito osiem восемь sekiz åtta",
    9: "neun neuf nueve nove negen dziewięć девять dokuz nio",
    10: "zehn dix diez dieci dez tien dziesięć десять on tio",
    12: "zwölf douze doce dodici doze twaalf dwanaście двенадцать",
    20: "zwanzig vingt veinte venti vinte twintig dwadzieścia двадцать yirmi",
    30: "dreißig trente treinta trenta trinta dertig trzydzieści тридцать otuz",
    100: "hundert cent cien cento cem honderd sto сто yüz hundra",
    1000: "tausend mille mil duizend tysiąc тысяча bin tusen",
}
FOREIGN: dict[str, int] = {
    word: value for value, words in _FOREIGN.items() for word in words.split()
}
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "兩": 2,
}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000}
HAN = re.compile(f"[{''.join((*_HAN_DIGITS, *_HAN_SCALES))}]{{1,12}}")

# Each unit as it may be written, the dimension it measures and how many of the smallest it is.
_UNITS: dict[tuple[str, float], str] = {
    ("time", 1): "ms millisecond milliseconds msec",
    ("time", 1000): "s sec secs second seconds sekunden sekunde secondes segundos secondi",
    ("time", 60_000): "min mins minute minutes minuten minutos minuti",
    ("time", 3_600_000): "h hr hrs hour hours stunde stunden heures horas ore uur",
    ("time", 86_400_000): "d day days tag tage tagen jours días giorni dias dagen",
    ("time", 604_800_000): "week weeks woche wochen semaines semanas settimane",
    ("months", 1): "month months monat monate monaten mois meses mesi",
    ("months", 12): "year years yr yrs jahr jahre jahren ans años anni anos",
    ("bytes", 1): "b byte bytes",
    ("bytes", 10**3): "kb kib kilobyte kilobytes",
    ("bytes", 10**6): "mb mib megabyte megabytes",
    ("bytes", 10**9): "gb gib gigabyte gigabytes",
    ("bytes", 10**12): "tb tib terabyte terabytes",
    ("percent", 1): "% percent prozent pourcent",
    ("dollar", 1): "$ usd dollar dollars",
    ("euro", 1): "€ eur euro euros",
    ("pound", 1): "£ gbp pound pounds",
    ("yen", 1): "¥ jpy yen",
    ("length", 1): "px pixel pixels",
    ("rate", 1): "hz",
    ("rate", 10**3): "khz",
    ("rate", 10**6): "mhz",
    ("rate", 10**9): "ghz",
}
UNITS: dict[str, tuple[str, float]] = {
    name: unit for unit, names in _UNITS.items() for name in names.split()
}
_MONTHS = """
january february march april may june july august september october november december
"""
_NUMBERED = tuple(enumerate(_MONTHS.split(), 1))
MONTHS: dict[str, int] = {
    **{name[:3]: number for number, name in _NUMBERED},
    **{name: number for number, name in _NUMBERED},
}

_SEPARATED = re.compile(r"\d{1,3}(?:[,.'’_\u00a0\u202f ]\d{3})+")
_THOUSAND_MARK = re.compile(r"[,.'’_\u00a0\u202f ]")
_SUFFIX = {"k": 10**3, "m": 10**6, "bn": 10**9}


@dataclass(frozen=True, slots=True)
class Number:
    """A number: the forms under which it may be found, and its unit where it has one.

    `version` says that it is one, or may be: it has several parts.
    """

    keys: tuple[str, ...]
    unit: tuple[str, float] | None = None
    version: bool = False

    @property
    def base(self) -> tuple[str, str] | None:
        """The dimension, and the value in its smallest unit."""
        if self.unit is None:
            return None
        try:
            return self.unit[0], plain(float(self.keys[-1]) * self.unit[1])
        except (ValueError, OverflowError):
            return None


def plain(value: float) -> str:
    """Write a number without an exponent or needless zeros."""
    return str(int(value)) if value == int(value) else repr(value)


def read_number(digits: str, unit: str = "") -> Number:
    """Read digits with their separators, as `1,000`, `3.10.2`, `1,5` or `10 000`."""
    found = UNITS.get(unit.lower()) if unit else None
    scale = _SUFFIX.get(unit.lower()) if unit and found is None else None
    keys = _keys(digits, measured=found is not None)
    if scale is not None:
        try:
            keys = (plain(float(keys[-1]) * scale),)
        except (ValueError, OverflowError):
            scale = None
    parts = digits.count(".")
    version = parts >= 1 and found is None and scale is None and not _SEPARATED.fullmatch(digits)
    return Number(keys, found, version or parts >= 2)


def _keys(digits: str, *, measured: bool) -> tuple[str, ...]:
    if digits.isdigit():
        return (digits.lstrip("0") or "0",)
    keys: list[str] = []
    if _SEPARATED.fullmatch(digits):
        keys.append(_THOUSAND_MARK.sub("", digits))
    if digits.count(".") == 1 and "," not in digits:
        keys.append(digits)
        if measured and not _SEPARATED.fullmatch(digits):
            keys.append(_trimmed(digits))  # `1.50 EUR` is `1.5 EUR`, but `3.10` is not `3.1`.
    elif digits.count(",") == 1 and "." not in digits and not keys:
        keys.append(_trimmed(digits.replace(",", ".")))
    elif "," in digits and digits.rfind(".") > digits.rfind(","):
        keys.append(_trimmed(digits.replace(",", "")))
    elif not keys:
        keys.append(digits)
    return tuple(dict.fromkeys(keys))


def _trimmed(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def han_value(text: str) -> str:
    """Return what a number in Han characters says: `二十五` is 25."""
    total = part = digit = 0
    for char in text:
        scale = _HAN_SCALES.get(char)
        if scale is None:
            digit = _HAN_DIGITS[char]
        elif scale == 10_000:
            total, part, digit = total + (part + digit or 1) * scale, 0, 0
        else:
            part, digit = part + (digit or 1) * scale, 0
    return str(total + part + digit)
