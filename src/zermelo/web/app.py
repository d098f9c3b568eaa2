"""The server: who may ask, what is answered, and what comes back when something is wrong.

Each part of the interface has a router in its own module; the page uses nothing else, and `/openapi.json` describes it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo import __version__
from zermelo.core.worker import be_polite
from zermelo.errors import Problem
from zermelo.web import games, news, preparing, saved, searches, trees
from zermelo.web.desk import Desk
from zermelo.web.own import OwnGames
from zermelo.web.preparing import Preparer
from zermelo.web.settings import Settings
from zermelo.web.sofar import Histories
from zermelo.web.store import Store

STATIC = Path(__file__).with_name("static")
LARGEST_REQUEST = 1_000_000  # bytes of a request
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def application(settings: Settings) -> FastAPI:
    """The server's parts, joined."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.own.watch()
        preparer: Preparer | None = app.state.preparer
        if preparer:
            preparer.start()
        try:
            yield
        finally:
            if preparer:
                preparer.close()
            app.state.own.close()
            app.state.desk.close()
            app.state.store.close()

    app = FastAPI(
        title="Zermelo",
        version=__version__,
        description="The interface that the workbench in the browser uses.",
        lifespan=lifespan,
        docs_url=None,  # it would come from elsewhere: /api.html shows the same
        redoc_url=None,
    )
    be_polite()
    app.state.settings = settings
    app.state.own = OwnGames(settings.own)
    app.state.histories = Histories()
    app.state.desk = Desk(searches=settings.searches)
    app.state.store = Store(settings.data)
    app.state.preparer = Preparer(lambda: app.state.desk.busy) if settings.warm else None
    for part in (games, searches, preparing, saved, news, trees):
        app.include_router(part.router, prefix="/api")
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Doorkeeper, hosts=settings.hosts)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _refused)
    return app


async def _problem(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"problem": str(error)}, status_code=422)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    if not where and "json" not in request.headers.get("content-type", ""):
        where = "send JSON, with Content-Type: application/json"
    return JSONResponse({"problem": f"{where or 'the request'}: {first['msg']}"}, status_code=422)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"problem": str(error.detail)}, status_code=error.status_code)


class Doorkeeper:
    """Turns away what is too large, and pages of other sites that call this server through somebody's browser."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if why := self._why_not(headers):
            await JSONResponse({"problem": why[1]}, status_code=why[0])(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_REQUEST:
                raise HTTPException(413, f"the request is larger than {LARGEST_REQUEST:,} bytes")
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
        if "*" not in self.hosts and host not in self.hosts:
            return 400, f"this server is not called {host!r}"
        origin = headers.get("origin", "")
        if origin and origin.partition("://")[2] != headers.get("host"):
            return 403, f"a page of {origin} may not use this server"
        if not (length := headers.get("content-length", "0")).isdecimal() or int(length) > LARGEST_REQUEST:
            return 413, f"the request is larger than {LARGEST_REQUEST:,} bytes"
        return None


def _name(host: str) -> str:
    """A host without its port."""
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
