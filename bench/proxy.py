"""The yardstick: a proxy that hands bytes on and looks at nothing. Argument: the model's port."""

from __future__ import annotations

import asyncio
import sys

from wire import HOST, read_request
from worker import obey


async def _serve(upstream: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        asked = await read_request(reader)
        if asked is not None:
            await _hand_on(upstream, b"".join(asked), writer)
    except ConnectionError:
        pass  # Whoever asked has gone.
    finally:
        writer.close()


async def _hand_on(upstream: int, sent: bytes, writer: asyncio.StreamWriter) -> None:
    from_model, to_model = await asyncio.open_connection(HOST, upstream)
    to_model.write(sent)
    try:
        while data := await from_model.read(65536):
            writer.write(data)
            await writer.drain()
            if data.endswith(b"0\r\n\r\n"):
                return
    finally:
        to_model.close()


async def main(upstream: int) -> None:
    """Serve until standard input closes."""
    server = await asyncio.start_server(
        lambda reader, writer: _serve(upstream, reader, writer), HOST, 0
    )
    await obey(server.sockets[0].getsockname()[1])
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
