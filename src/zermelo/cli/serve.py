"""zermelo serve: the workbench in the browser."""

import errno
import logging
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, answers, print_json

PORT = 8642
PORTS_TRIED = 20  # ports, if nobody has asked for one
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Your own game files; saving one reloads it in the page."),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=f"By default {PORT}, or the next that is free.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets everybody in your network in.")
    ] = LOOPBACK[0],
    names: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A name by which others call this computer (repeatable)."),
    ] = None,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser, if there is a display.")] = True,
    data: Annotated[
        Path | None, typer.Option("--data", help="The folder that keeps the games.", metavar="FOLDER")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="The longest search.")] = 600.0,
    megabytes: Annotated[float, typer.Option("--megabytes", min=1, help="The largest table or tree.")] = 256.0,
    memory: Annotated[
        float, typer.Option("--memory", min=64, help="MB of all tables, trees and games together.")
    ] = 2048.0,
    searches: Annotated[int, typer.Option("--searches", min=1, help="Searches at a time; others wait.")] = 32,
    warm: Annotated[
        bool, typer.Option("--warm/--no-warm", help="Compile games before their first search, in idle time.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """Play any game in the browser, watch the search think, open its tree.

    Prints the address, which answers from then on; Ctrl-C ends it. Without a display it just serves.

    Examples:

      zermelo serve

      zermelo serve mygame.py examples/chomp.py:columns=5

      zermelo serve --port 9000 --no-open --data games

      zermelo serve --host 0.0.0.0 --allow-host chess.example
    """
    import uvicorn

    from zermelo.web.app import application
    from zermelo.web.connection import Connection
    from zermelo.web.settings import LOCAL_NAMES, Settings

    local = host in LOOPBACK
    settings = Settings(
        data=data or _data_folder(),
        own=tuple(files or ()),
        hosts=tuple(name.lower() for name in (*LOCAL_NAMES, _in_address(host), *(names or ()))),
        numbers=not local,
        seconds=seconds,
        megabytes=megabytes,
        memory=memory,
        searches=searches,
        warm=warm,
    )
    logging.getLogger("zermelo").setLevel(logging.WARNING)  # the page says what is being compiled
    app = application(settings)
    listener = _listener(host, port)
    address = f"http://{_in_address(LOOPBACK[0] if host in EVERYWHERE else host)}:{listener.getsockname()[1]}/"
    if not local:
        by = " or ".join(["a number", *(names or ())])
        print(
            f"zermelo: who reaches {host}, by {by}, may play, search, and see, change and delete saved games",
            file=sys.stderr,
        )
    if json:
        print_json({"address": address, "data": str(settings.data), "memory": memory})
    else:
        print(f"Zermelo is at {address} (Ctrl-C ends it; all searches share {memory:,.0f} MB of memory)")
    sys.stdout.flush()
    if opens and _has_display():
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        config = uvicorn.Config(app, http=Connection, log_level="critical", timeout_graceful_shutdown=0)
        uvicorn.Server(config).run([listener])
    os._exit(0)  # all is saved, and nobody wants what is still being searched


def _data_folder() -> Path:
    from platformdirs import user_data_path

    chosen = os.environ.get("ZERMELO_DATA")
    return Path(chosen) if chosen else user_data_path("zermelo")


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket that listens; on the next port if the usual one is taken and nobody has asked for one."""
    from zermelo.errors import Problem

    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
        for tried in range(PORT, PORT + PORTS_TRIED) if port is None else [port]:
            try:
                return _listening(family, host, tried)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
    except OSError as error:
        raise Problem(f"cannot listen on {host}: {error.strerror}") from None
    if port is None:
        raise Problem(f"the ports {PORT} to {PORT + PORTS_TRIED - 1} are all taken: choose another with --port")
    raise Problem(f"port {port} is taken: choose another, or leave --port out for one that is free")


def _listening(family: int, host: str, port: int) -> socket.socket:
    """Explicitly of TCP: asyncio sends small answers at once only from sockets that say so (TCP_NODELAY)."""
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _has_display() -> bool:
    """Whether somebody sits before this computer, and can see a browser."""
    if not answers().isatty():
        return False
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
