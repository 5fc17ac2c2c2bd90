"""What the machine says: the server's own settings, and the keys of models."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from docsteward.base.errors import OperatorFault, ReaderFault
from docsteward.toolspec.secrets import Secret
from docsteward.urls.origin import Origin

ENV_PREFIX: Final = "DOCSTEWARD_"
SERVER_FILE_NAME: Final = "server.yml"
LogLevel = Literal["debug", "info", "warning", "error"]


class ServerSettings(BaseSettings):
    """How this server runs, from `DOCSTEWARD_*` variables and a `.env` file."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX, env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True
    )

    data_dir: Path = Field(
        default=Path(".docsteward"), description="Where the server keeps its files."
    )
    # A database address may hold a password, so it is in no repr.
    database_url: str = Field(
        default="",
        repr=False,
        description="The database; an SQLite file in the data folder by default.",
    )
    host: str = Field(default="127.0.0.1", description="The address to listen on.")
    port: int = Field(default=8400, ge=1, le=65535, description="The port to listen on.")
    public_url: str | None = Field(
        default=None, description="Where readers reach this server, when that differs."
    )
    hosts: str = Field(
        default="",
        description="More names that the server answers for, with commas between them.",
    )
    log_level: LogLevel = Field(default="info", description="How much is logged.")
    heartbeat_seconds: float = Field(
        default=15, gt=0, le=300, description="How often a quiet stream shows that it lives."
    )
    server_file: Path | None = Field(
        default=None,
        description="The operator's own file; `server.yml` beside the site's file by default.",
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("public_url")
    @classmethod
    def _whole_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            Origin.of_url(value)
        except ReaderFault as fault:
            raise ValueError(fault.message) from None
        return value.rstrip("/")

    @property
    def database(self) -> str:
        """The SQLAlchemy address of the database, its default filled in (SPEC J1)."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'docsteward.db'}"

    @property
    def index_folder(self) -> Path:
        """Where the index is published for this server."""
        return self.data_dir / "index"

    @property
    def host_names(self) -> frozenset[str]:
        """The names that the server answers for, in lower case (SPEC J4)."""
        named = [name.strip() for name in self.hosts.split(",")]
        public = urlsplit(self.public_url).hostname if self.public_url else None
        names = {"localhost", "127.0.0.1", "[::1]", self.host, public, *named}
        return frozenset(name.lower() for name in names if name)

    def within(self, folder: Path) -> ServerSettings:
        """Return the settings with relative paths placed in the site's own folder.

        A file of the operator's that nobody named counts where it is there.
        """
        beside = folder / SERVER_FILE_NAME
        file = folder / self.server_file if self.server_file else None
        file = file or (beside if beside.is_file() else None)
        return self.model_copy(update={"data_dir": folder / self.data_dir, "server_file": file})


def read_settings(env_file: Path = Path(".env")) -> ServerSettings:
    """Return the server's settings.

    Raises OperatorFault `settings_invalid`, naming every variable that can't be used.
    """
    # An argument of the library's own, which its type for the constructor leaves out.
    options: dict[str, Any] = {"_env_file": env_file}
    try:
        return ServerSettings(**options)
    except ValidationError as error:
        lines = [
            f"{ENV_PREFIX}{str(one['loc'][0]).upper()} is not usable: {one['msg']}"
            for one in error.errors(include_url=False, include_input=False)
        ]
        message = "; ".join(lines) + ". Mend or unset it."
    except UnicodeDecodeError:
        message = f"The file {str(env_file)!r} is not UTF-8 text. Save it as UTF-8."
    raise OperatorFault("settings_invalid", message)


def read_environ(folder: Path, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment with what the folder's `.env` adds; the environment wins.

    Raises OperatorFault `settings_invalid` for a file that is no text.
    """
    file = folder / ".env"
    try:
        written = dotenv_values(file, interpolate=False)
    except UnicodeDecodeError:
        message = f"The file {str(file)!r} is not UTF-8 text. Save it as UTF-8."
        raise OperatorFault("settings_invalid", message) from None
    found = {name: value for name, value in written.items() if value is not None}
    return found | dict(os.environ if environ is None else environ)


def api_key(name: str | None, environ: Mapping[str, str]) -> SecretStr | None:
    """Return the key in a variable, kept out of every repr and log; None where none is named.

    Raises OperatorFault `api_key_missing` for a named variable that is not set.
    """
    if name is None:
        return None
    value = environ.get(name, "").strip()
    if not value:
        raise OperatorFault("api_key_missing", f"The variable {name!r} is not set; set it.")
    return SecretStr(value)


def secret_values(secrets: Sequence[Secret], environ: Mapping[str, str]) -> dict[str, SecretStr]:
    """Return the values of secrets by their names, kept out of every repr and log (SPEC D2).

    Raises OperatorFault `secret_missing` for a variable that is not set, and `secret_unusable`
    for a value that can't stand in a header; the value is in neither.
    """
    found: dict[str, SecretStr] = {}
    for secret in secrets:
        value = environ.get(secret.env, "").strip()
        if not value:
            message = f"The variable {secret.env!r} of the secret {secret.name!r} is not set."
            raise OperatorFault("secret_missing", f"{message} Set it.")
        if not all(" " <= char <= "~" for char in value):
            message = f"The variable {secret.env!r} holds more than one line of plain ASCII."
            raise OperatorFault("secret_unusable", f"{message} Mend its value.")
        found[secret.name] = SecretStr(value)
    return found
