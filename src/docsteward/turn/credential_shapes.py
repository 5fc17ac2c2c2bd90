"""The shapes of live credentials (SPEC E2): one row each, written down in docs/credentials.md.

A row has the words that every value of the shape holds and a pattern. The words are looked for
first, so that a shape costs a question without them next to nothing. No pattern can go back over
what it took: each quantifier is bounded or possessive, and a run of characters is begun once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

# What a credential may stand behind: no letter or digit, but an escape such as `%3D` or `\n`.
_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))"

Check = Literal["random", "bearer", "jwt", "basic", "password", "key_block"]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a kind of credential looks like.

    `starts` are written as they appear, or in lower case where `any_case`; `pattern` has the group
    `value`, which `check` judges: is it live, or a sample as documentation writes it? `whole` says
    that all of the match is the secret, not only its value. Where `beside` is set, the text must
    hold that too.
    """

    name: str
    starts: tuple[str, ...]
    pattern: re.Pattern[str]
    check: Check = "random"
    any_case: bool = False
    whole: bool = False
    beside: re.Pattern[str] | None = None


def _prefixed(name: str, body: str, *starts: str) -> Shape:
    """A fixed start and a run of random characters."""
    words = "|".join(re.escape(start) for start in starts)
    pattern = re.compile(rf"{_EDGE}(?:{words})(?P<value>{body})")
    return Shape(name=name, starts=starts, pattern=pattern, whole=True)


def _matching(
    name: str, pattern: str, *starts: str, check: Check = "random", any_case: bool = False
) -> Shape:
    flags = re.IGNORECASE if any_case else 0
    return Shape(
        name=name,
        starts=starts,
        pattern=re.compile(pattern, flags),
        check=check,
        any_case=any_case,
    )


_B62, _B64URL, _HEX = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[0-9a-f]"

SHAPES: tuple[Shape, ...] = (
    # Models.
    _prefixed("Anthropic key", rf"{_B64URL}{{20,}}+", "sk-ant-"),
    _prefixed("OpenRouter key", rf"{_HEX}{{32,}}+", "sk-or-v1-"),
    _prefixed("OpenAI key", rf"{_B64URL}{{20,}}+", "sk-proj-", "sk-svcacct-", "sk-admin-"),
    _prefixed("OpenAI key", rf"{_B62}{{20,}}+", "sk-"),
    _prefixed("Groq key", rf"{_B62}{{20,}}+", "gsk_"),
    _prefixed("xAI key", rf"{_B62}{{20,}}+", "xai-"),
    _prefixed("Perplexity key", rf"{_B62}{{20,}}+", "pplx-"),
    _prefixed("Replicate token", rf"{_B62}{{20,}}+", "r8_"),
    _prefixed("Hugging Face token", rf"{_B62}{{20,}}+", "hf_", "api_org_"),
    # Code and packages.
    _prefixed("GitHub token", rf"{_B62}{{20,}}+", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _prefixed("GitHub token", r"[A-Za-z0-9_]{22,}+", "github_pat_"),
    _prefixed(
        "GitLab token",
        rf"{_B64URL}{{20,}}+(?:\.{_B64URL}{{2,40}}+){{0,2}}",
        *("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "gloas-", "glsoat-", "glagent-"),
    ),
    _prefixed("npm token", rf"{_B62}{{30,}}+", "npm_"),
    _prefixed("PyPI token", rf"{_B64URL}{{40,}}+", "pypi-"),
    _prefixed("RubyGems key", rf"{_HEX}{{40,}}+", "rubygems_"),
    _prefixed("Docker token", rf"{_B64URL}{{20,}}+", "dckr_pat_"),
    # Clouds and services.
    _prefixed("AWS access key id", r"[A-Z2-7]{16}(?![A-Za-z0-9])", "AKIA", "ASIA", "ABIA", "ACCA"),
    _matching(
        "AWS secret access key",
        r"aws_?secret_?(?:access_?)?key[\"' \t]{0,4}[:=][>\"' \t]{0,4}"
        r"(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        *("aws_secret", "awssecret"),
        any_case=True,
    ),
    _prefixed("Google API key", rf"{_B64URL}{{35,}}+", "AIza"),
    _prefixed("Google token", rf"{_B64URL}{{20,}}+", "ya29.", "GOCSPX-", "1//0"),
    _matching(
        "Azure storage key",
        r"accountkey=(?P<value>[a-z0-9+/]{40,100}+={0,2})",
        "accountkey=",
        any_case=True,
    ),
    _prefixed("DigitalOcean token", rf"{_HEX}{{40,}}+", "dop_v1_", "doo_v1_", "dor_v1_"),
    _prefixed("Databricks token", rf"{_HEX}{{32}}(?:-\d)?(?!{_B62})", "dapi"),
    _prefixed("Vault token", rf"{_B64URL}{{24,}}+", "hvs.", "hvb.", "hvr."),
    _matching(
        "Terraform token",
        rf"{_EDGE}{_B62}{{14}}\.atlasv1\.(?P<value>{_B64URL}{{40,}}+)",
        ".atlasv1.",
    ),
    _prefixed("Grafana token", r"[A-Za-z0-9_+/=-]{32,}+", "glsa_", "glc_"),
    _prefixed("Sentry token", r"[A-Za-z0-9_+/=-]{40,}+", "sntrys_", "sntryu_"),
    _prefixed("New Relic key", r"[A-Z0-9]{20,}+", "NRAK-", "NRAA-"),
    _prefixed("PlanetScale token", rf"{_B64URL}{{32,}}+", "pscale_tkn_", "pscale_pw_"),
    _prefixed("Supabase token", rf"{_HEX}{{40}}(?!{_B62})", "sbp_"),
    _prefixed("Linear key", rf"{_B62}{{32,}}+", "lin_api_"),
    _prefixed("Notion token", rf"{_B62}{{40,}}+", "ntn_"),
    _prefixed("Figma token", rf"{_B64URL}{{30,}}+", "figd_"),
    _prefixed("Postman key", r"[0-9a-f]{24}-[0-9a-f]{34}", "PMAK-"),
    _prefixed("Atlassian token", r"[A-Za-z0-9_=-]{60,}+", "ATATT3", "ATCTT3"),
    _prefixed("Airtable token", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}", "pat"),
    # Money, mail and messages.
    _prefixed("Stripe live key", rf"{_B62}{{16,}}+", "sk_live_", "rk_live_"),
    _prefixed("webhook secret", r"[A-Za-z0-9+/=]{24,}+", "whsec_"),
    _prefixed(
        "Shopify token", r"[0-9a-fA-F]{32}(?![0-9A-Za-z])", "shpat_", "shpca_", "shppa_", "shpss_"
    ),
    _prefixed("Square token", rf"{_B64URL}{{22,}}+", "sq0atp-", "sq0csp-"),
    _prefixed("SendGrid key", r"[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}+", "SG."),
    # Not the end of another name: `cache-key-` and a hash is none.
    _matching(
        "Mailgun key",
        rf"(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-Fa-f]{{2}}))(?P<value>key-{_HEX}{{32}})(?!{_B62})",
        "key-",
    ),
    _prefixed("Brevo key", rf"{_HEX}{{64}}-{_B62}{{16}}", "xkeysib-"),
    _prefixed("Twilio key", rf"{_HEX}{{32}}(?!{_B62})", "SK"),
    _prefixed("Slack token", r"[A-Za-z0-9-]{20,}+", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"),
    _prefixed(
        "Slack token", r"[A-Za-z0-9-]{20,}+", "xoxe-", "xoxe.xoxp-", "xoxc-", "xoxd-", "xapp-"
    ),
    _matching(
        "Slack webhook",
        rf"hooks\.slack\.com/(?:services|workflows)/(?P<value>{_B62}{{8,}}+/{_B62}{{8,}}+/{_B62}{{16,}}+)",
        "hooks.slack.com/",
    ),
    _matching(
        "Discord webhook",
        rf"discord(?:app)?\.com/api/webhooks/\d{{15,22}}+/(?P<value>{_B64URL}{{40,}}+)",
        "/api/webhooks/",
    ),
    _matching(
        "Telegram token",
        rf"{_EDGE}(?:bot)?\d{{8,10}}:(?P<value>AA{_B64URL}{{33}})(?!{_B64URL})",
        ":AA",
    ),
    # Shapes of no one service.
    _matching(
        "JSON Web Token",
        rf"(?:(?<!{_B64URL})|(?<=%[0-9A-Fa-f]{{2}})|(?<=\\[nrt]))"
        rf"(?P<value>eyJ{_B64URL}{{8,}}+(?:\.{_B64URL}++){{1,4}})",
        "eyJ",
        check="jwt",
    ),
    _matching(
        "bearer token",
        rf"{_EDGE}bearer(?:[ \t]|%20|\+){{1,4}}[\"'<]?(?P<value>[a-z0-9._~+/-]{{20,}}+={{0,2}})",
        "bearer",
        check="bearer",
        any_case=True,
    ),
    _matching(
        "Basic credentials",
        rf"{_EDGE}basic(?:[ \t]|%20){{1,4}}(?P<value>[a-z0-9+/]{{12,}}+={{0,2}})",
        "basic",
        check="basic",
        any_case=True,
    ),
    _matching(
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?P<value>(?:[^-]++|-(?!----END))*+)"
        r"(?:-----END [A-Z0-9 ]{0,40}(?:-----)?)?",
        "PRIVATE KEY",
        check="key_block",
    ),
    _prefixed("age key", r"[A-Z0-9]{58}", "AGE-SECRET-KEY-1"),
    _matching(
        "password in an address",
        rf"{_EDGE}[a-z][a-z0-9+.-]{{1,30}}+://(?P<user>[^\s/?#:@\[\]]{{0,64}}+):"
        r"(?P<value>[^\s/\[\]<>\"'`]{1,128})@(?=[^\s/@])",
        "://",
        check="password",
        any_case=True,
    ),
    Shape(
        name="password in a connection string",
        starts=("password", "pwd"),
        pattern=re.compile(
            r"(?<![a-z0-9])(?:password|pwd)[ \t]{0,4}=[ \t]{0,4}(?P<value>[^;\s\"'`]{4,128}+)",
            re.IGNORECASE,
        ),
        check="password",
        any_case=True,
        # `password = ...` alone is a line of code.
        beside=re.compile(
            r"(?<![a-z0-9])(?:server|host|hostaddr|data source|user id|uid|database|dbname|"
            r"initial catalog)[ \t]{0,4}=",
            re.IGNORECASE,
        ),
    ),
)
