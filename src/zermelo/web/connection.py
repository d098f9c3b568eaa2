"""A connection of the server, closed if nothing comes of it: else some who are silent would take all there are."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0  # seconds for the head of a request


class Connection(H11Protocol):
    """As uvicorn's own, which waits for the first request, and for the rest of any, for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._look, None)

    def _look(self, before: Any) -> None:
        """Close it if there was no request since the last look, and none is being answered."""
        if self.transport.is_closing():
            return
        if self.cycle is before and (before is None or before.response_complete):
            self.transport.close()
        else:
            self.loop.call_later(PATIENCE, self._look, self.cycle)
