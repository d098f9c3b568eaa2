"""The server: who may ask, what is answered, and what comes back when something is wrong.

Each part of the interface has a router in its own module; the page uses nothing else, and `/openapi.json` describes it.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from zermelo import __version__
from zermelo.core.worker import be_polite
from zermelo.errors import Problem
from zermelo.web import games, matrix, news, preparing, saved, searches, seated, solving, trees
from zermelo.web.desk import Desk
from zermelo.web.doorkeeper import Doorkeeper
from zermelo.web.own import OwnGames
from zermelo.web.preparing import Preparer
from zermelo.web.seats import Seats
from zermelo.web.settings import Settings
from zermelo.web.sittings import Sittings
from zermelo.web.sofar import Lines
from zermelo.web.store import Store
from zermelo.web.turns import Turns

STATIC = Path(__file__).with_name("static")


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
            app.state.turns.close()
            app.state.watching.close()
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
    app.state.turns = Turns()
    app.state.lines = Lines(settings.memory_for_games)
    app.state.desk = Desk(searches=settings.searches)
    app.state.seats = Seats(settings, settings.memory_for_searches)
    app.state.watching = trees.Watching(settings.memory_for_trees)
    app.state.store = Store(settings.data)
    app.state.sittings = Sittings(app.state.own, app.state.store)
    app.state.preparer = Preparer(lambda: app.state.desk.busy) if settings.warm else None
    for part in (games, searches, preparing, saved, news, trees, matrix, seated, solving):
        app.include_router(part.router, prefix="/api")
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Doorkeeper, settings=settings)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _refused)
    return app


async def _problem(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"problem": str(error)}, status_code=getattr(error, "status", 422))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """A mistake of ours."""
    logging.getLogger("zermelo").error("%s %s failed", request.method, request.url.path, exc_info=error)
    said = f"the server failed ({type(error).__name__}); where it was started, it has said why"
    return JSONResponse({"problem": said}, status_code=500)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    if not where and "json" not in request.headers.get("content-type", ""):
        where = "send JSON, with Content-Type: application/json"
    said = "there is no such field" if first["type"] == "extra_forbidden" else first["msg"]
    return JSONResponse({"problem": f"{where or 'the request'}: {said}"}, status_code=422)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"problem": str(error.detail)}, status_code=error.status_code)
