"""Credentials in a question: what is masked, what is not, and how fast (SPEC E2)."""

from __future__ import annotations

import base64
import json
import random
import re
import string
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.turn.credential_shapes import SHAPES
from docsteward.turn.credentials import is_sample, mask, mask_url, names_in

PAGE = Path(__file__).parents[2] / "docs" / "credentials.md"
_B62 = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"


def _made(alphabet: str, length: int, seed: int = 1) -> str:
    """Return a random value of a live key's form; made here, so that none stands in the code."""
    chooser = random.Random(seed)
    while True:
        value = "".join(chooser.choice(alphabet) for _ in range(length))
        if not is_sample(value):
            return value


def _jwt() -> str:
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": "7"})
    texts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts]
    return ".".join([text.rstrip("=") for text in texts] + [_made(_B62, 43)])


def _block(kind: str) -> str:
    body = "\n".join(_made(_B62, 64, seed) for seed in range(6))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{body}\n-----END {kind}PRIVATE KEY-----"


LIVE: dict[str, list[str]] = {
    "Anthropic key": ["sk-ant-api03-" + _made(_B62 + "-_", 95)],
    "OpenRouter key": ["sk-or-v1-" + _made(_HEX, 64)],
    "OpenAI key": [
        "sk-" + _made(_B62, 48),
        "sk-proj-" + _made(_B62 + "-_", 120),
        "sk-svcacct-" + _made(_B62, 60),
    ],
    "Groq key": ["gsk_" + _made(_B62, 52)],
    "xAI key": ["xai-" + _made(_B62, 80)],
    "Perplexity key": ["pplx-" + _made(_B62, 48)],
    "Replicate token": ["r8_" + _made(_B62, 37)],
    "Hugging Face token": ["hf_" + _made(_B62, 34)],
    "GitHub token": [
        *(f"gh{kind}_" + _made(_B62, 36) for kind in "pousr"),
        "github_pat_" + _made(_B62, 22) + "_" + _made(_B62, 59),
    ],
    "GitLab token": ["glpat-" + _made(_B62, 20), "glrt-" + _made(_B62, 27) + ".01.0w1a2b3c4"],
    "npm token": ["npm_" + _made(_B62, 36)],
    "PyPI token": ["pypi-" + _made(_B62 + "-_", 160)],
    "RubyGems key": ["rubygems_" + _made(_HEX, 48)],
    "Docker token": ["dckr_pat_" + _made(_B62, 27)],
    "AWS access key id": ["AKIA" + _made("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)],
    "AWS secret access key": [
        "aws_secret_access_key = " + _made(_B62 + "/+", 40),
        '"AWS_SECRET_ACCESS_KEY": "' + _made(_B62, 40) + '"',
    ],
    "Google API key": ["AIza" + _made(_B62 + "-_", 35)],
    "Google token": ["ya29." + _made(_B62, 60), "GOCSPX-" + _made(_B62, 28)],
    "Azure storage key": ["AccountName=a;AccountKey=" + _made(_B62 + "+/", 86) + "=="],
    "DigitalOcean token": ["dop_v1_" + _made(_HEX, 64)],
    "Databricks token": ["dapi" + _made(_HEX, 32)],
    "Vault token": ["hvs." + _made(_B62, 90)],
    "Terraform token": [_made(_B62, 14) + ".atlasv1." + _made(_B62, 60)],
    "Grafana token": ["glsa_" + _made(_B62, 32) + "_" + _made(_HEX, 8)],
    "Sentry token": ["sntrys_" + _made(_B62, 60)],
    "New Relic key": ["NRAK-" + _made(string.ascii_uppercase + string.digits, 27)],
    "PlanetScale token": ["pscale_tkn_" + _made(_B62, 43)],
    "Supabase token": ["sbp_" + _made(_HEX, 40)],
    "Linear key": ["lin_api_" + _made(_B62, 40)],
    "Notion token": ["ntn_" + _made(_B62, 46)],
    "Figma token": ["figd_" + _made(_B62, 40)],
    "Postman key": ["PMAK-" + _made(_HEX, 24) + "-" + _made(_HEX, 34)],
    "Atlassian token": ["ATATT3" + _made(_B62, 180)],
    "Airtable token": ["pat" + _made(_B62, 14) + "." + _made(_HEX, 64)],
    "Stripe live key": ["sk_live_" + _made(_B62, 24), "rk_live_" + _made(_B62, 99)],
    "webhook secret": ["whsec_" + _made(_B62, 32)],
    "Shopify token": ["shpat_" + _made(_HEX, 32)],
    "Square token": ["sq0atp-" + _made(_B62, 22)],
    "SendGrid key": ["SG." + _made(_B62, 22) + "." + _made(_B62, 43)],
    "Mailgun key": ["key-" + _made(_HEX, 32)],
    "Brevo key": ["xkeysib-" + _made(_HEX, 64) + "-" + _made(_B62, 16)],
    "Twilio key": ["SK" + _made(_HEX, 32)],
    "Slack token": [
        f"xoxb-{_made('123456789', 12)}-{_made('123456789', 12)}-{_made(_B62, 24)}",
        f"xapp-1-A0{_made('123456789', 9)}-{_made(_HEX, 64)}",
    ],
    "Slack webhook": [f"https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/{_made(_B62, 24)}"],
    "Discord webhook": [f"https://discord.com/api/webhooks/{'1' * 18}/{_made(_B62, 68)}"],
    "Telegram token": ["110201543:AA" + _made(_B62, 33)],
    "JSON Web Token": [_jwt()],
    "bearer token": ["Authorization: Bearer " + _made(_B62, 40), "bearer " + _made(_HEX, 32)],
    "Basic credentials": ["Basic " + base64.b64encode(b"api:k7Vq9x2M").decode()],
    "private key": [_block(""), _block("RSA "), _block("OPENSSH "), _block("EC ")],
    "age key": ["AGE-SECRET-KEY-1" + _made("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)],
    "password in an address": [
        "postgresql://app:k7Vq9x2M@db.internal:5432/app",
        "redis://:k7Vq9x2M@cache",
        "mongodb+srv://app:k7V@q9x2M@cluster.mongodb.net/?retryWrites=true",
        "https://ci:k7Vq9x2M@git.acme.dev/repo.git",
    ],
    "password in a connection string": [
        "Server=db;User Id=sa;Password=k7Vq9x2M;Encrypt=yes",
        "host=db dbname=app user=app password=k7Vq9x2M",
    ],
}
_CASES = [(name, value) for name, values in LIVE.items() for value in values]
_ABOUT = [
    "{}",
    "Why is `{}` refused?",
    "key={}, and then?",
    "https://x.example/?t=a%3D{}",
    '"{}"\n',
]

SAMPLES = [
    "sk-...",
    "sk-your-key-here",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-1234567890abcdef1234567890abcdef",
    "sk-proj-abcdefghijklmnopqrstuvwxyz",
    "sk-ant-your-api-key-goes-here",
    "AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "ghp_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    "github_pat_YOUR_TOKEN_GOES_RIGHT_IN_HERE",
    "your-api-key",
    "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    "xoxb-your-token-in-this-place",
    "hf_your_token",
    "Authorization: Bearer <token>",
    "Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE",
    "Bearer authentication-of-requests-by-tokens",
    "Bearer AuthenticationMiddleware.configure",
    "Authorization: Basic dXNlcm5hbWU6cGFzc3dvcmQ=",
    "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    "basic understanding of dependencies",
    "postgresql://user:password@postgresserver/db",
    "postgres://postgres:postgres@localhost:5432/app",
    "mysql://root:secret@db/app",
    "https://user:${PASSWORD}@host/",
    "https://<user>:<password>@host/",
    "http://localhost:8000/@me",
    "host=db user=app password=********",
    "pwd = os.getcwd()",
    "password = form.password.data;",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "How do I read a file that begins with -----BEGIN RSA PRIVATE KEY-----?",
    # Hashes, ids and names are none by themselves.
    "d41d8cd98f00b204e9800998ecf8427e",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "123e4567-e89b-12d3-a456-426614174000",
    "cache-key-d41d8cd98f00b204e9800998ecf8427e",
    "2ccf605a1b7de33f0a5b1c9c7a3f9e8d7c6b5a49",
    "task-management disk-utilities sk-learn-compatible",
    "eyJ is how a JWT starts. eyJhbGciOi... is cut",
    "AC0123456789",
    "https://docs.example/a:b@c",
]


def test_every_shape_has_a_live_case() -> None:
    assert set(LIVE) == {shape.name for shape in SHAPES}


@pytest.mark.parametrize("around", _ABOUT)
@pytest.mark.parametrize(("name", "value"), _CASES)
def test_e2_a_live_credential_is_masked(name: str, value: str, around: str) -> None:
    asked = mask(around.format(value))
    assert name in asked.names
    if "password" not in name:
        assert max(re.findall(r"[A-Za-z0-9]+", value), key=len) not in asked.text
    assert "k7V" not in asked.text
    assert f"[redacted: {name}]" in asked.text


@pytest.mark.parametrize("text", SAMPLES)
def test_e2_samples_hashes_and_ids_are_left_alone(text: str) -> None:
    assert mask(text).text == text
    assert mask(f"What is `{text}` for?").names == ()


def test_e2_the_words_around_stay() -> None:
    asked = mask(f"Why does curl -H 'X: {LIVE['GitHub token'][0]}' fail?")
    assert asked.text == "Why does curl -H 'X: [redacted: GitHub token]' fail?"
    address = mask("Is postgres://app:k7Vq9x2M@db/app right?")
    assert address.text == "Is postgres://app:[redacted: password in an address]@db/app right?"


def test_e2_unseen_characters_hide_nothing() -> None:
    token = LIVE["GitHub token"][0]
    split = "​".join([token[:9], token[9:20], token[20:]])
    assert mask(f"see {split}!").text == "see [redacted: GitHub token]!"


def test_e2_several_are_named_each_once() -> None:
    text = " ".join([LIVE["npm token"][0], LIVE["npm token"][0], LIVE["PyPI token"][0]])
    asked = mask(text)
    assert sorted(asked.names) == ["PyPI token", "npm token"]
    assert sorted(names_in(asked.text)) == ["PyPI token", "npm token"]
    assert names_in("[redacted: nothing that we know]") == ()


def test_e2_an_address_stays_an_address() -> None:
    assert mask_url("https://x.example/?t=" + LIVE["GitHub token"][0]) == (
        "https://x.example/?t=redacted"
    )
    assert mask_url("https://ci:k7Vq9x2M@x.example/") == "https://ci:redacted@x.example/"


_PIECES = st.sampled_from(
    [
        *(start for shape in SHAPES for start in shape.starts),
        *(value for _, value in _CASES),
        *(value[: len(value) // 2] for _, value in _CASES),
        *("-----BEGIN RSA PRIVATE KEY-----", "-----END", " ", "\n", ".", "-", "@", ":", "%3D", "​"),
        *("[redacted: ", "]", "a", "Z9", "=", ";", "server="),
    ]
)


@given(st.lists(_PIECES, max_size=12).map("".join) | st.text(max_size=300))
def test_e2_what_is_masked_holds_nothing_to_mask(text: str) -> None:
    once = mask(text)
    again = mask(once.text)
    assert (again.text, again.names) == (once.text, ())
    assert bool(once.names) == (once.text != text)


def _seconds(text: str) -> float:
    best = 1.0
    for _ in range(3):
        begun = time.thread_time()
        mask(text)
        best = min(best, time.thread_time() - begun)
    return best


@pytest.mark.parametrize("name", sorted({shape.name for shape in SHAPES}))
def test_e2_the_time_is_linear_in_the_length(name: str) -> None:
    """Text made of a shape's own beginnings, which a pattern that goes back would never finish."""
    starts = [start for shape in SHAPES if shape.name == name for start in shape.starts]
    seeds = [*starts, *(f"{start}aA1" for start in starts), *(f"{start}. " for start in starts)]
    seeds += [LIVE[name][0][:-8], LIVE[name][0][: len(LIVE[name][0]) // 2]]
    for seed in seeds:
        # A quadratic pattern would need nine hundred times as long, not thirty.
        short, long = (seed * (size // len(seed) + 1) for size in (4_000, 120_000))
        assert _seconds(long) < 300 * max(_seconds(short), 0.0005), seed


def test_e2_the_page_names_every_shape_and_no_other() -> None:
    rows = re.findall(r"^\| ([A-Za-z ]+) \| (.+) \|$", PAGE.read_text(), re.MULTILINE)
    told = {name: set(re.findall(r"`([^`]+)`", starts)) for name, starts in rows if name != "kind"}
    known: dict[str, set[str]] = {}
    for shape in SHAPES:
        known.setdefault(shape.name, set()).update(shape.starts)
    assert told == known
