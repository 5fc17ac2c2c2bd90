"""The demo's configuration, for the port at which its site is served."""

from __future__ import annotations

from dataclasses import replace

from docsteward.config.load import load_config
from docsteward.config.values import Config
from docsteward.urls.origin import Origin
from docsteward.web.demo.site import CONFIG_FILE

_HOST = "127.0.0.1"


def demo_config(site_port: int) -> Config:
    """Return the demo's configuration for the port at which its site is served."""
    config = load_config(CONFIG_FILE, {})
    url = f"http://{_HOST}:{site_port}"
    origins = tuple(Origin.parse(f"http://{host}:{site_port}") for host in (_HOST, "localhost"))
    sources = tuple(replace(source, url=f"{url}/docs/") for source in config.sources)
    return replace(
        config, site=replace(config.site, url=url, allowed_origins=origins), sources=sources
    )
