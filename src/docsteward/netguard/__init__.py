"""The only door out of the process.

Read in this order: `refusal` (how a request ends badly), `limits` (how long and how much),
`target` (one reading of a URL), `networks` (which addresses never), `rules` (who may go where),
`network` and `backend` (look up once, dial what was checked), `headers`, `body`, `fetch` (one
request, all its hops), `client` (the two named clients), `transport` (for other libraries).
"""

from docsteward.netguard.client import GuardedClient, OperatorClient, system_ssl_context
from docsteward.netguard.fetch import Response
from docsteward.netguard.limits import OPERATOR_LIMITS, Limits
from docsteward.netguard.network import Dialer, Resolver, SystemResolver, TcpDialer
from docsteward.netguard.refusal import RefusalCode, Refused
from docsteward.netguard.transport import (
    GuardedTransport,
    operator_http_client,
    operator_transport,
)

__all__ = [
    "OPERATOR_LIMITS",
    "Dialer",
    "GuardedClient",
    "GuardedTransport",
    "Limits",
    "OperatorClient",
    "RefusalCode",
    "Refused",
    "Resolver",
    "Response",
    "SystemResolver",
    "TcpDialer",
    "operator_http_client",
    "operator_transport",
    "system_ssl_context",
]
