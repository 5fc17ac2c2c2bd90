"""Links in streamed text: only known addresses stay links, whatever reads the Markdown (SPEC E9).

A model may write any link. `LinkReader` takes the text as it comes, in chunks cut anywhere, and
gives it back with each link to an unknown address as its label, each image as its alternative
text, and HTML, other autolinks and reference definitions as plain text.

Clients differ in what they take for code, so "it stands in code" is believed only where no two
of them can disagree (`_Certainty`). In what merely looks like code nothing but an unknown link
is touched. Where a label cannot be freed without changing what is around it, only the address
goes and the brackets stay. What must not be read as syntax becomes a character reference, which
no backslash before it can undo.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from docsteward.turn.codespans import CodeSplitter, Run

_LONGEST_LABEL = 200
_LONGEST_TARGET = 2500
_LONGEST_AUTOLINK = 2500
_AT_ONCE = 500  # A long text is taken in steps, so that what is held stays short.

# Stands in the mask for every character of code that is sure to be code.
_CODE = "\x00"
_SPECIAL = re.compile(r"[\\!\[\]<]")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
# The quantifiers are possessive: what a model writes must not make a match take long.
_LABEL_BODY = r"(?:[^\[\]\\\n]|\\[^\n]|\[[^\[\]\n]*+\])*+"
_LABEL = re.compile(rf"\[({_LABEL_BODY})\]")
_LABEL_START = re.compile(rf"\[{_LABEL_BODY}(?:\\|\[[^\[\]\n]*+)?")
_BARE = r"[^\s()<`\x00]*+"
_TARGET = re.compile(
    rf"\(\s*+(?:<([^<>\n`\x00]*+)>|({_BARE}(?:\({_BARE}\){_BARE})*+))"
    r"""(?:\s++(?:"[^"`\x00]*+"|'[^'`\x00]*+'|\([^()`\x00]*+\)))?\s*+\)"""
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_AUTOLINK = re.compile(r"<([^\s<>`\x00]*)>")
_AUTOLINK_START = re.compile(r"<[^\s<>`\x00]*")
_SCHEME_OR_MAIL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:|[^@]+@")
_TAG_START = re.compile(r"<[A-Za-z/!?]")
_REWRITTEN = re.compile(r"\\|&#?\w+;")
_LINE_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*")
_REFERENCES = {"(": "&#40;", ":": "&#58;", "<": "&lt;"}

_Kind: TypeAlias = Literal["text", "code", "maybe"]


class LinkReader:
    """Reads the answer's text as it comes; see the module's own words.

    `knows` says whether an address may stay a link. `follows_text` says that other text of the
    answer was shown before, which may have left code open.
    """

    def __init__(self, knows: Callable[[str], bool], *, follows_text: bool = False) -> None:
        self._knows = knows
        self._code = CodeSplitter()
        self._certainty = _Certainty(muddled=follows_text)
        self._held = ""
        self._mask = ""  # As long as what is held, with sure code blotted out.
        self._maybe: list[bool] = []  # For each held character: whether it may be code.
        self._return = False
        self._line = ""  # What was given back of the line that is under way.
        self._last = ""
        self._may_define = False  # A bracket that began its line is open.

    def feed(self, text: str) -> str:
        """Take more text and return what is decided by now."""
        text = self._one_line_end(text)
        return "".join(
            self._decide(self._code.feed(text[at : at + _AT_ONCE]), final=False)
            for at in range(0, len(text), _AT_ONCE)
        )

    def end(self) -> str:
        """Return all that is left."""
        return self._decide(self._code.end(), final=True)

    def _one_line_end(self, text: str) -> str:
        """A bare carriage return ends a line for some; here every line ends alike."""
        if not text:
            return text
        kept = text.removeprefix("\n") if self._return else text
        self._return = text.endswith("\r")
        return kept.replace("\r\n", "\n").replace("\r", "\n")

    def _decide(self, runs: list[Run], *, final: bool) -> str:
        for run in runs:
            kind = self._certainty.kind(run)
            self._held += run.text
            self._mask += _CODE * len(run.text) if kind == "code" else run.text
            self._maybe += [kind == "maybe"] * len(run.text)
        out: list[str] = []
        while self._held:
            found = _SPECIAL.search(self._mask)
            if found is None or found.start() > 0:
                out.append(self._pass(found.start() if found else len(self._held)))
                continue
            decided = self._special(final=final)
            if decided is None:
                break
            out.append(decided)
        return "".join(out)

    def _special(self, *, final: bool) -> str | None:
        """Decide on the character at the head, which may begin or end a link; None waits."""
        if len(self._held) == 1 and not final:
            return None
        match self._held[0]:
            case "\\":
                return self._escape()
            case "!":
                return self._image(final=final)
            case "[":
                return self._opening(0, final=final)
            case "]":
                return self._closing(final=final)
            case _:
                return self._angle(final=final)

    def _escape(self) -> str:
        # In what may be code a backslash may be no escape.
        is_escape = not self._maybe[0] and _PUNCTUATION.match(self._mask, 1)
        return self._pass(2 if is_escape else 1)

    def _image(self, *, final: bool) -> str | None:
        return self._opening(1, final=final) if self._mask[1:2] == "[" else self._pass(1)

    def _opening(self, at: int, *, final: bool) -> str | None:
        """Free the label of a link to an unknown address, or of an image."""
        label = _LABEL.match(self._mask[: at + _LONGEST_LABEL], at)
        if label is None:
            window = self._mask[at : at + _LONGEST_LABEL]
            waits = not final and len(window) < _LONGEST_LABEL and _LABEL_START.fullmatch(window)
            return None if waits else self._open_bracket(at)
        end = label.end()
        if end == len(self._mask) and not final:
            return None
        if self._mask[end : end + 1] != "(":
            return self._open_bracket(at)
        target = self._target(end, final=final)
        # What comes behind it is looked at too, when a label is freed.
        if target is None or (target and target.end() == len(self._mask) and not final):
            return None
        if target and (at == 1 or not self._allows(target)) and self._frees(label[1], target.end()):
            self._cut(target.end(), len(self._held), at_label=(at + 1, end - 1))
            return ""
        return self._open_bracket(at)

    def _frees(self, label: str, end: int) -> bool:
        """Whether a label can stand alone without becoming part of what is around it."""
        beside = self._last + self._mask[end : end + 1] + self._held[end : end + 1]
        return (
            not any(mark in label for mark in "`$")
            and not label.startswith(("~", "(", ":"))
            and not label.isdigit()
            and not any(mark in beside for mark in "`~$")
            and self._last not in ("]", "<", "!", "\\")
        )

    def _open_bracket(self, at: int) -> str:
        self._may_define = _LINE_LEAD.fullmatch(self._line) is not None
        may_define = self._may_define and at == 0
        passed = self._pass(at + 1)
        self._may_define = may_define
        return passed

    def _closing(self, *, final: bool) -> str | None:
        """Take the address off a bracket, wherever that was opened, unless it is known."""
        following = self._mask[1:2]
        if following == ":" and self._may_define:
            return self._pass(1) + self._refer()
        if following != "(":
            passed = self._pass(1)
            self._may_define = False
            return passed
        target = self._target(1, final=final)
        if target is None:
            return None
        if not target:
            return self._pass(1) + self._refer()
        if self._allows(target):
            return self._pass(target.end())
        self._cut(target.end(), len(self._held), at_label=(0, 1))
        return ""

    def _target(self, at: int, *, final: bool) -> re.Match[str] | Literal[False] | None:
        """Read a link's address in parentheses; False when it is none, None waits for more."""
        window = self._mask[at : at + _LONGEST_TARGET]
        found = _TARGET.match(self._mask[: at + _LONGEST_TARGET], at)
        if found is not None:
            return False if _BLANK_LINE.search(found[0]) else found
        ended = final or len(window) == _LONGEST_TARGET or _BLANK_LINE.search(window)
        return False if ended else None

    def _allows(self, target: re.Match[str]) -> bool:
        return self._is_known(target[1] if target[1] is not None else target[2] or "")

    def _is_known(self, url: str) -> bool:
        # What a client would first rewrite is not the address that is looked up here.
        return bool(url) and _REWRITTEN.search(url) is None and self._knows(url)

    def _angle(self, *, final: bool) -> str | None:
        """Decide on `<`: an autolink, the start of a tag, or only a sign."""
        window = self._mask[:_LONGEST_AUTOLINK]
        link = _AUTOLINK.match(window)
        is_open = link is None and not final and len(window) < _LONGEST_AUTOLINK
        if is_open and _AUTOLINK_START.fullmatch(window):
            return None
        if link is not None and _SCHEME_OR_MAIL.match(link[1]):
            if self._is_known(link[1]):
                return self._pass(link.end())
            return self._refer()
        is_tag = _TAG_START.match(window) and not self._maybe[0]
        return self._refer() if is_tag else self._pass(1)

    def _refer(self) -> str:
        """Give the head back as a reference to itself: a character and no syntax."""
        reference = _REFERENCES[self._held[0]]
        self._drop(1)
        self._note(reference)
        return reference

    def _pass(self, length: int) -> str:
        text = self._held[:length]
        self._drop(length)
        self._note(text)
        return text

    def _drop(self, length: int) -> None:
        self._held, self._mask = self._held[length:], self._mask[length:]
        del self._maybe[:length]

    def _cut(self, start: int, end: int, *, at_label: tuple[int, int]) -> None:
        """Keep of what is held only a label and what follows; both are looked at again."""
        first, last = at_label
        self._held = self._held[first:last] + self._held[start:end]
        self._mask = self._mask[first:last] + self._mask[start:end]
        self._maybe = self._maybe[first:last] + self._maybe[start:end]

    def _note(self, text: str) -> None:
        if not text:
            return
        self._last = text[-1]
        line = text.rpartition("\n")
        self._line = line[2] if line[1] else self._line + line[2]


_PLAIN_FENCE = re.compile(r"(`{3,})[^`\n]{0,79}")
# As the splitter sees one: after so many characters it does not wait for a mark that closes.
_ANY_FENCE = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:`{3,}[^`]*|`{3,}[^`]{80}.*|~{3,}.*)", re.DOTALL
)
_INLINE = re.compile(r"(`+)(?!`).*(?<!`)\1", re.DOTALL)
_CLOSES = re.compile(r" {0,3}(`{3,})[ \t]*")


class _Certainty:
    """Knows of each run that the splitter calls code whether every client calls it so.

    A fence is sure when it begins its line and nothing before was unsure; inline code, when no
    other mark of its paragraph can pair with its own.
    """

    def __init__(self, *, muddled: bool) -> None:
        self._muddled = muddled
        self._fence = ""
        self._stray = False  # A mark in this paragraph that may pair with a later one.
        self._starts_line = True
        self._blank = True  # Whether the line under way has been blank so far.
        self._last = ""

    def kind(self, run: Run) -> _Kind:
        """Return what the next run is."""
        kind = self._code(run) if run.code else self._text(run.text)
        self._starts_line = run.text.endswith("\n")
        self._last = run.text[-1:]
        return kind

    def _text(self, text: str) -> _Kind:
        if self._fence:
            # The splitter saw a fence closed where others do not.
            self._muddled, self._fence = True, ""
        first, *others = text.split("\n")
        self._see(first)
        for line in others:
            self._stray = self._stray and not self._blank
            self._blank = True
            self._see(line)
        return "text"

    def _see(self, part: str) -> None:
        self._blank = self._blank and not part.strip()
        self._stray = self._stray or "`" in part or "$" in part
        # Formulas over several lines have fences of their own.
        self._muddled = self._muddled or "$$" in self._last + part
        self._last = part[-1:]

    def _code(self, run: Run) -> _Kind:
        self._blank = False
        if self._fence:
            closing = _CLOSES.fullmatch(run.text) if self._starts_line else None
            if closing is not None and closing[1].startswith(self._fence):
                self._fence = ""
            return "code"
        if self._muddled:
            return "maybe"
        if _ANY_FENCE.fullmatch(run.text):
            return self._opened(run.text)
        if _INLINE.fullmatch(run.text) is None:
            self._muddled = True
            return "maybe"
        sure = not self._stray and self._last != "\\" and not set("|$\n") & set(run.text)
        self._stray = self._stray or not sure
        return "code" if sure else "maybe"

    def _opened(self, line: str) -> _Kind:
        fence = _PLAIN_FENCE.fullmatch(line) if self._starts_line else None
        if fence is None:
            self._muddled = True
            return "maybe"
        self._fence = fence[1]
        return "code"
