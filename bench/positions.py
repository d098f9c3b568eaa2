"""How long the exact search takes on well-known positions: python bench/positions.py [FIRST LAST].

Connect Four (a thousand positions each) and the hard Othello endgames from number FIRST to LAST (default 40 to 41),
with files from ../shared/data. Search time only, on one thread; the table is kept and cleared between positions.
"""

import sys
from pathlib import Path

import zermelo as z

DATA = Path(__file__).parents[2] / "shared" / "data"


def connect_four(part: str) -> None:
    game, table = z.load("connect4:score=stones"), z.Table(16)
    rows = [line.split() for line in (DATA / f"connect4-{part}-easy.txt").read_text().splitlines()]
    z.solve(game.position(rows[0][0]), table=table)
    wrong = nodes = seconds = 0.0
    for columns, score in rows:
        table.clear()
        found = z.solve(game.position(columns), table=table)
        wrong += found.value != float(score)
        nodes += found.nodes
        seconds += found.time_s
    count = len(rows)
    print(f"connect4 {part}: {count} positions, {wrong:g} wrong, {nodes / count:.0f} nodes and "
          f"{1e3 * seconds / count:.3f} ms each", flush=True)  # fmt: skip


def othello(first: int, last: int) -> None:
    game = z.load("othello:empties=winner")
    for number, line in enumerate((DATA / "fforum-40-59.obf").read_text().splitlines(), 40):
        if not first <= number <= last:
            continue
        board, *scores = (part.strip() for part in line.split(";") if part.strip())
        squares, mover = board.split()
        rows = "/".join(squares[row : row + 8] for row in range(0, 64, 8))
        found = z.solve(game.position(f"{rows} {mover}"))
        best = max(int(score.split(":")[1]) for score in scores)
        verdict = "right" if found.value == best else f"WRONG, should be {best}"
        print(f"fforum-{number}: {squares.count('-')} empty, {found.move} {found.value:+g} ({verdict}), "
              f"{found.nodes:,} nodes, {found.time_s:.1f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    first, last = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (40, 41)
    for part in ("end", "middle"):
        connect_four(part)
    othello(first, last)
