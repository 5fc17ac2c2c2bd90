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

APPROVAL_KEYS: Final = (
    Key(name="ask", doc="The question that the reader is asked.", required=True, maximum=200),
    Key(
        name="icon",
        doc="The name of an icon: lower-case letters, digits and hyphens.",
        pattern="^[a-z][a-z0-9-]{0,39}$",
    ),
    Key(
        name="context",
        doc="Up to 5 lines of your own that stand under the question.",
        type="list",
        item=Key(name="line", doc="A line, such as what it costs.", maximum=200),
    ),
)

RUN_KEYS: Final = (
    Key(
        name="fetch",
        doc="Request this URL: a relative one in the reader's page, an absolute one from the "
        "server. `{name}` stands for an argument.",
    ),
    Key(
        name="link",
        doc="Build this absolute URL for the model to share; nothing is requested.",
    ),
    Key(name="href", doc="Open this link when the reader presses (actions only)."),
    Key(
        name="event",
        doc="Dispatch a CustomEvent of this name on `window` (actions only).",
        maximum=100,
    ),
    Key(
        name="python",
        doc="Call a function of your own code, written `module:function`.",
        maximum=200,
    ),
    Key(
        name="browser",
        doc="Ask the handler that the page registered under the tool's name.",
        choices=(True,),
    ),
    Key(
        name="method",
        doc="How `fetch` asks: GET, or POST for an action or an approval.",
        choices=("GET", "POST"),
        default="GET",
    ),
    Key(
        name="headers",
        doc="Request headers of `fetch`, by name. `${secret:NAME}` in one stands for a secret.",
        type="named",
        pattern="^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$",
        item=Key(name="header", doc="The header's value.", maximum=1000),
    ),
)

REPLY_KEYS: Final = (
    Key(
        name="pick",
        doc="JSON pointers (RFC 6901) to the parts of a JSON reply that the model needs.",
        type="list",
        required=True,
        minimum=1,
        item=Key(name="pointer", doc="Such as /limits/requests.", maximum=200),
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
        doc="What a call may carry: a JSON Schema object, or a list of "
        "`{name, description, required}`.",
        type="free",
    ),
    Key(
        name="bind",
        doc="Parameters that the host fills: `visitor.external_id`, `visitor.email`, "
        "`visitor.level`, `page.url`, `page.title`, or a fixed value. No model sees them.",
        type="named",
        pattern="^[a-z][a-z0-9_]{0,39}$",
        item=Key(name="source", doc="Where the value comes from.", type="free", schema={}),
    ),
    Key(
        name="confirm",
        doc="`true` makes it a button, `form` a form, `{ask: ...}` an approval; without it the "
        "tool is a function, which may only read.",
        choices=(True, "form", False),
        keys=APPROVAL_KEYS,
    ),
    Key(
        name="run",
        doc="What carries it out: one of `fetch`, `link`, `href`, `event`, `python`, `browser`.",
        type="map",
        required=True,
        keys=RUN_KEYS,
    ),
    Key(
        name="read_only",
        doc="Your word that code changes nothing, with `python` and `browser`. Without it such a "
        "tool asks the reader first.",
        type="boolean",
        default="false",
    ),
    Key(
        name="follow_origin",
        doc="Put the built URL onto the origin of the page that the widget is on, where that is "
        "an allowed one.",
        type="boolean",
        default="false",
    ),
    Key(
        name="reply",
        doc="What of a reply the model gets.",
        type="map",
        keys=REPLY_KEYS,
    ),
    Key(
        name="examples",
        doc="Questions that should call it.",
        type="list",
        item=Key(name="example", doc="A question, as a reader would ask it.", maximum=500),
    ),
)

# An older way of writing `run`, read all the same (SPEC A9).
OLD_KEYS: Final = (
    Key(
        name="kind",
        doc="`link` or `fetch`; write `run` instead.",
        choices=("link", "fetch"),
        required=True,
    ),
    Key(name="url_template", doc="The URL; write `run` instead.", required=True),
)

# Named in the specification and built later: said plainly, so that nobody waits for an effect.
LATER_RUN_KEYS: Final = {
    "host": "host tools",
    "mcp": "MCP tools",
}

MAX_CONTEXT_LINES: Final = 5
MAX_PICKS: Final = 20
