"""Who is let in: requests that are small, quick, and meant for this server.

A page of another site can make somebody's browser call this server. Browsers say which page it is (`Origin`); a page
whose name was made to lead here instead (DNS rebinding) gives itself away by that name (`Host`), so only names that are
known to be this server's will do. Numeric addresses are safe: a page that was loaded from one is this server's own.
"""

import asyncio
import time
from ipaddress import ip_address

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.settings import Settings

LARGEST_REQUEST = 1_000_000  # bytes
SLOWEST_REQUEST = 60.0  # seconds until all of it has come
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Doorkeeper:
    """Turns away what is too large, and pages of other sites that call this server through somebody's browser."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if why := self._why_not(headers):
            await JSONResponse({"problem": why[1]}, status_code=why[0])(scope, receive, send)
            return
        taken, whole, began = 0, False, time.monotonic()

        async def counted() -> Message:
            nonlocal taken, whole
            try:
                left = None if whole else began + SLOWEST_REQUEST - time.monotonic()
                message = await asyncio.wait_for(receive(), left)
            except TimeoutError:
                raise HTTPException(408, f"the request took longer than {SLOWEST_REQUEST:g} seconds") from None
            taken += len(message.get("body", b""))
            if taken > LARGEST_REQUEST:
                raise HTTPException(413, f"the request is larger than {LARGEST_REQUEST:,} bytes")
            whole = not message.get("more_body", False)
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, counted, with_headers)

    def _why_not(self, headers: dict[str, str]) -> tuple[int, str] | None:
        host = _name(headers.get("host", ""))
        if host.lower() not in self.settings.hosts and not (self.settings.numbers and _is_number(host)):
            return 400, f"this server is not called {host!r} (zermelo serve --allow-host says what else it is called)"
        origin = headers.get("origin", "")
        if origin and origin.partition("://")[2] != headers.get("host"):
            return 403, f"a page of {origin} may not use this server"
        if not (length := headers.get("content-length", "0")).isdecimal() or int(length) > LARGEST_REQUEST:
            return 413, f"the request is larger than {LARGEST_REQUEST:,} bytes"
        return None


def _name(host: str) -> str:
    """A host without its port."""
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def _is_number(host: str) -> bool:
    """Whether a host is an address, which no foreign page can go by."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
