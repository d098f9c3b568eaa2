"""`zermelo bench`: side by side with the peers that are installed, as ratios in one run."""

import time
from typing import Annotated, Any

import typer

from zermelo.cli.common import JsonOption, print_json


def bench(
    json: JsonOption = False,
    only: Annotated[
        list[str] | None, typer.Option(help="A measure, a game or a peer, such as perft, hex or easyAI; repeatable.")
    ] = None,
    install_peers: Annotated[
        bool,
        typer.Option("--install-peers", help="First install open_spiel and easyAI, in an environment of their own."),
    ] = False,
) -> None:
    """Compare speeds with open_spiel, easyAI and C, in one run."""
    from rich.console import Console

    from zermelo import bench as measuring

    progress = Console(stderr=True)
    started = time.perf_counter()
    rows: list[Any] = []
    only = only or []
    measuring.chosen(only)  # complain about unknown words at once
    with progress.status("starting") as status:
        if install_peers:
            measuring.install_peers(on_progress=status.update)
        try:
            for row in measuring.measure(only, on_progress=status.update):
                rows.append(row)
        except KeyboardInterrupt:
            progress.print("stopped: these are the rows that were finished")
    if json:
        seconds = time.perf_counter() - started
        print_json({"rows": [row.as_dict() for row in rows], "time_s": round(seconds, 3)})
    else:
        Console().print(table_of(rows))


def table_of(rows: list[Any]) -> Any:
    """The rows as a rich table; below it, what the peers are or why they are missing."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    notes = dict.fromkeys(f"{row.peer}: {row.skipped or row.version}" for row in rows)
    caption = "\n".join([*notes, "ours, theirs: leaves, games or nodes per second; the best round of each"])
    table = Table("what", "peer", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), caption=caption, caption_justify="left")
    for name in ("ours", "theirs", "ratio"):
        table.add_column(name, justify="right")
    table.add_column("target")
    table.add_column("")
    for row in rows:
        target = f"time <= {row.target:g}" if row.at_most else f"speed >= {row.target:g}"
        if row.skipped:
            table.add_row(row.what, row.peer, "", "", "", target, "skipped")
        else:
            verdict = "[green]met[/green]" if row.ok else "[red]missed[/red]"
            ratio = f"{row.ratio:.2f}" if row.ratio < 10 else f"{row.ratio:.0f}"
            table.add_row(row.what, row.peer, _short(row.ours), _short(row.theirs), ratio, target, verdict)
    return table


def _short(speed: float) -> str:
    """Two or three digits: 1.23 M."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:.3g}{letter}"
    return f"{speed:.3g}"
