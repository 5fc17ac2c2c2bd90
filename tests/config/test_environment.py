"""The server's own settings and the keys of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.config.environment import (
    ENV_PREFIX,
    ServerSettings,
    api_key,
    read_environ,
    read_settings,
)


@pytest.fixture
def env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ServerSettings.model_fields:
        monkeypatch.delenv(ENV_PREFIX + name.upper(), raising=False)
    return tmp_path / ".env"


def test_defaults_run_on_sqlite_with_nothing_set(env_file: Path) -> None:
    settings = read_settings(env_file)
    assert (settings.host, settings.port) == ("127.0.0.1", 8400)
    assert settings.database == "sqlite+aiosqlite:///.docsteward/docsteward.db"
    assert (settings.public_url, settings.log_level) == (None, "info")
    assert settings.heartbeat_seconds == 15


def test_a_file_and_the_environment_are_read_and_the_environment_wins(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env_file.write_text(
        "DOCSTEWARD_PORT=9000\nDOCSTEWARD_HOST=0.0.0.0\nOTHER=1\n"
        "DOCSTEWARD_DATABASE_URL=postgresql+psycopg://u:hidden@db/x\nDOCSTEWARD_LOG_LEVEL=DEBUG\n"
        "DOCSTEWARD_PUBLIC_URL=https://help.example.com/\n"
    )
    monkeypatch.setenv("DOCSTEWARD_PORT", "9001")
    settings = read_settings(env_file)
    assert (settings.host, settings.port, settings.log_level) == ("0.0.0.0", 9001, "debug")
    assert settings.public_url == "https://help.example.com"
    assert settings.database.startswith("postgresql")
    assert "hidden" not in repr(settings)


def test_every_bad_variable_is_named_and_no_value_repeated(env_file: Path) -> None:
    env_file.write_text(
        "DOCSTEWARD_PORT=99999\nDOCSTEWARD_LOG_LEVEL=loud-secret\nDOCSTEWARD_PUBLIC_URL=help\n"
    )
    with pytest.raises(OperatorFault) as caught:
        read_settings(env_file)
    assert caught.value.code == "settings_invalid"
    for name in ("PORT", "LOG_LEVEL", "PUBLIC_URL"):
        assert f"DOCSTEWARD_{name}" in caught.value.message
    assert "loud-secret" not in caught.value.message


def test_keys_come_from_the_environment_or_the_file_and_hide(env_file: Path) -> None:
    env_file.write_text("A=from-file\nB=$A\nEMPTY=\n")
    environ = read_environ(env_file.parent, {"A": "from-environment"})
    assert environ == {"A": "from-environment", "B": "$A", "EMPTY": ""}
    key = api_key("A", environ)
    assert key is not None
    assert key.get_secret_value() == "from-environment"
    assert "from-environment" not in repr(key)
    assert api_key(None, environ) is None
    for name in ("EMPTY", "MISSING"):
        with pytest.raises(OperatorFault) as caught:
            api_key(name, environ)
        assert caught.value.code == "api_key_missing"


def test_a_file_that_is_no_text_is_named(env_file: Path) -> None:
    env_file.write_bytes(b"A=\xff\n")
    for read in (lambda: read_settings(env_file), lambda: read_environ(env_file.parent, {})):
        with pytest.raises(OperatorFault, match="UTF-8"):
            read()


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    assert read_environ(tmp_path / "nowhere", {"A": "1"}) == {"A": "1"}
