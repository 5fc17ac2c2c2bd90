"""The keys of a tool, as a table that the check, the editors' schema and the documents share."""

from __future__ import annotations

from typing import Final

from docsteward.toolspec.keys import Key

MAX_URL_PARAMETERS: Final = 8

SHORT_PARAMETER_KEYS: Final = (
    Key(name="name", doc="The parameter's name.", required=True),
    Key(name="description", doc="What to put in it, for the model.", multiline=True),
    Key(name="required", doc="Whether a call must have it.", type="boolean"),
)

RUN_KEYS: Final = (
    Key(
        name="fetch",
        doc="Request this URL: a relative one in the reader's page, an absolute one from the "
        "server. `{name}` stands for an argument.",
    ),
    Key(name="href", doc="Open this link when the reader presses (actions only)."),
    Key(
        name="event",
        doc="Dispatch a CustomEvent of this name on `window` (actions only).",
        maximum=100,
    ),
    Key(
        name="method",
        doc="How `fetch` asks: GET, or POST for an action.",
        choices=("GET", "POST"),
        default="GET",
    ),
)

TOOL_KEYS: Final = (
    Key(
        name="description",
        doc="When to use the tool and what it gives; written for the model.",
        required=True,
        multiline=True,
        maximum=4000,
    ),
    Key(
        name="title",
        doc="The reader's name for it, shown beside sources.",
        default="the name in words",
        maximum=80,
    ),
    Key(
        name="label",
        doc="The words on an action's button.",
        default="the title",
        maximum=80,
    ),
    Key(
        name="access",
        doc="The level a visitor needs.",
        choices=("public", "user", "admin"),
        default="public",
    ),
    Key(name="enabled", doc="Whether it is used.", type="boolean", default="true"),
    Key(
        name="parameters",
        doc="What a call may carry: a flat JSON Schema object, or a list of "
        "`{name, description, required}`.",
        type="free",
    ),
    Key(
        name="confirm",
        doc="`true` makes it a button, `form` a form; without it the tool is a function, "
        "which may only read.",
        choices=(True, "form", False),
    ),
    Key(
        name="run",
        doc="What carries it out: `fetch`, `href` or `event`.",
        type="map",
        required=True,
        keys=RUN_KEYS,
    ),
    Key(
        name="examples",
        doc="Questions that should call it.",
        type="list",
        item=Key(name="example", doc="A question, as a reader would ask it.", maximum=500),
    ),
)

# Named in the specification and built later: said plainly, so that nobody waits for an effect.
LATER_TOOL_KEYS: Final = {
    "bind": "bound parameters",
    "headers": "request headers",
    "follow_origin": "following the page's origin",
    "read_only": "marking code as read-only",
    "reply": "narrowing replies",
    "kind": "the field 'kind' (write run: {fetch: ...})",
    "url_template": "the field 'url_template' (write run: {fetch: ...})",
}
LATER_RUN_KEYS: Final = {
    "link": "links for the model to share",
    "python": "Python functions",
    "browser": "handlers without a URL of their own",
    "host": "host tools",
    "mcp": "MCP tools",
}
