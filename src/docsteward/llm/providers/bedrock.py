"""AWS Bedrock's Converse API.

AWS' library makes its own requests, in threads: they take no transport of ours. It is told to use
no proxy of the environment, to try once, and to go to this one address.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from docsteward.llm.tuning import Timeouts, Tuning
from docsteward.llm.wire import Address, Wire

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.bedrock import BedrockModelSettings


def bedrock(address: Address, tuning: Tuning, *, region: str) -> Wire:
    """Return the wire.

    With a key it is sent as a bearer token; without one, AWS' own chain of credentials signs.
    """
    settings: BedrockModelSettings = {}

    # Loading what AWS' services look like takes longer than a request.
    @cache
    def model() -> Model:
        return _model(address, tuning, region=region)

    return Wire(
        provider="bedrock",
        model=address.model,
        host=address.host,
        has_key=True,
        dialect="anthropic",
        open=lambda _: model(),
        settings=settings,
        declares_past=True,
        own_requests=True,
        tuning=tuning,
    )


def bedrock_url(region: str) -> str:
    """Return the address of Bedrock in a region."""
    return f"https://bedrock-runtime.{region}.amazonaws.com"


def _model(address: Address, tuning: Tuning, *, region: str) -> Model:
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.bedrock import BedrockProvider

    client = _session(address.key).client(
        "bedrock-runtime",
        region_name=region,
        endpoint_url=address.base_url,
        config=_config(tuning.timeouts, has_key=bool(address.key)),
    )
    _add_headers(client, tuning)
    profile = ModelProfile(json_schema_transformer=None)
    return BedrockConverseModel(
        address.model, provider=BedrockProvider(bedrock_client=client), profile=profile
    )


def _session(key: str) -> Any:
    """Return a session of AWS' library, which comes without types."""
    boto3: Any = import_module("boto3")
    if not key:
        return boto3.Session()
    core: Any = import_module("botocore.session").Session()
    token: Any = import_module("botocore.tokens").FrozenAuthToken(key)

    def get_auth_token(**_: Any) -> Any:
        return token

    core.get_auth_token = get_auth_token
    core.get_credentials = lambda: None
    return boto3.Session(botocore_session=core)


def _config(timeouts: Timeouts, *, has_key: bool) -> Any:
    config: Any = import_module("botocore.config").Config
    return config(
        connect_timeout=timeouts.connect,
        read_timeout=timeouts.silence,
        retries={"total_max_attempts": 1, "mode": "standard"},
        proxies={},
        **({"signature_version": "bearer"} if has_key else {}),
    )


def _add_headers(client: Any, tuning: Tuning) -> None:
    def add(request: Any, **_: Any) -> None:
        for name, value in tuning.headers.items():
            request.headers[name] = value

    client.meta.events.register("before-sign.bedrock-runtime", add)
