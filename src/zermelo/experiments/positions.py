"""Positions to search: from the middle of six games, and for any other game after random openings.

The fixed positions were `drawn` too, and are kept as text so that a change of the search cannot change them.
"""

from dataclasses import dataclass

from zermelo.arena.openings import openings
from zermelo.core.catalogue import load
from zermelo.core.game import Game, Position
from zermelo.search import Limit, analyse

SEED = 1989  # of the fixed positions
PLIES, DEPTH = 4, 5  # of a game without fixed positions


@dataclass(frozen=True)
class Suite:
    """Positions of one game, and how deep to search them."""

    depth: int
    plies: int  # random moves that lead to them
    positions: tuple[str, ...]


def suite(spec: str, *, count: int, depth: int = 0, seed: int = 0) -> tuple[list[Position], int]:
    """Positions of a game, fixed ones if it has them; and the depth to search them, unless it is given."""
    game = load(spec)
    known = SUITES.get(game.spec, Suite(DEPTH, PLIES, ()))
    depth = depth or known.depth
    if count <= len(known.positions):
        return [game.position(text) for text in known.positions[:count]], depth
    return drawn(game, plies=known.plies, depth=known.depth, count=count, seed=SEED + seed), depth


def drawn(game: Game, *, plies: int, depth: int, count: int, seed: int) -> list[Position]:
    """Positions after balanced random openings; if possible such that leave a choice, and that `depth` cannot solve."""
    lively: list[Position] = []
    others: list[Position] = []
    for opening, _ in zip(openings(game, plies=plies, seed=seed, balanced=True), range(10 * count), strict=False):
        position = game.start()
        for move in opening:
            position = position.play(move)
        searched = analyse(position, limit=Limit(depth=depth))
        if searched.interrupted:
            raise KeyboardInterrupt
        (others if searched.exact or len(position.moves) < 2 else lively).append(position)
        if len(lively) == count:
            break
    return list(dict.fromkeys([*lively, *others]))[:count]


SUITES: dict[str, Suite] = {
    "connect4": Suite(
        12,
        8,
        (
            "......./......./......./......./.O...O./.XOXXXO X",
            "......./......./......./...X.../.O.O.../XX.OO.X X",
            "......./......./......./O...X../O...O../XX..O.X X",
            "......./......./......./......./X....../XOXOOXO X",
            "......./......./......./......./.O...X./OXO.XXO X",
            "......./......./......./...X.../..XO.../.OXO.XO X",
            "......./......./......./......./OO....X/XXOX..O X",
            "......./.O...../.X...../.O...../.X.O.../.O.X..X X",
        ),
    ),
    "othello": Suite(
        8,
        16,
        (
            "--------/--------/--OX--X-/XOXXXX--/OOOXXO--/---OOO--/---OO---/-------- X",
            "-X-OO---/-XO-OO--/OXOOO---/-XOXX---/-O-XXX--/--------/--------/-------- X",
            "--------/------O-/--XXXO--/--XXXX-X/---OOOOO/-OOO-O--/----O---/-------- X",
            "--------/OO---X--/OOOXX---/O-OXO---/OXXOO---/--X-O---/----O---/-------- X",
            "--------/--O--X--/--O--XX-/-XOXOX--/-OOXOOO-/--X-X---/--X--X--/-------- X",
            "--OXX---/---OXO--/-XXXO---/---XXO--/---XXO--/--XX--O-/--X-----/-------- X",
            "--------/-OX-----/--OX-XXX/--XOXO--/---XOX--/---OOO--/----OOO-/-------- X",
            "--------/-----X--/XXX-X---/-OOOOXO-/-OOOXX--/-O-OOX--/--------/-------- X",
        ),
    ),
    "draughts": Suite(
        10,
        14,
        (
            "B:W13,21,22,25,27,28,29,30,31,32:B1,3,4,5,6,8,9,12,14,16,19",
            "B:W17,18,20,26,27,28,29,30,31,32:B1,4,6,7,8,9,11,12,16",
            "B:W15,18,21,28,29,30,31,32:B1,2,3,4,5,6,8,12",
            "B:W18,21,22,24,25,28,30,31,32:B1,2,3,4,6,8,9,12,13",
            "B:W5,6,13,23,25,26,28,29,30,31,32:B1,2,3,4,7,8,12",
            "B:W20,21,22,24,26,27,28,30,31:B1,2,3,4,6,7,9,11,12",
            "B:W14,15,24,25,26,27,28,29,30,32:B1,2,3,5,6,7,8,12,16",
            "B:W13,21,24,25,27,28,29,30,31:B1,2,3,4,5,6,7,15,16",
        ),
    ),
    "breakthrough": Suite(
        6,
        12,
        (
            "BBBBBB.B/BB...BBB/.B...BB./.....B../...W..../W.WW...W/.W...W.W/WWWWWWWW W",
            "BBBBBBBB/BB..BBB./.B.....B/W......./......../W....B../W.WWWW.W/W.WWWWWW W",
            ".BBBBB.B/B.BBBB.B/.BB..BB./......../.....W../W...WW../WWWW...W/W.WWWWWW W",
            "BBBBB.BB/BB..B.BB/..B.BB../....B.../....W.../W...W.../WWWW.WWW/.WWWW.WW W",
            "BBB.B.BB/BBBBB.B./..BB.BB./......../.W..WW../......../WW.W.W.W/WWWWWWWW W",
            "BB.BBBB./.BBBBBBB/.B..B.../....B.../...W..../W....WWW/.WW.W.../WWWWWWWW W",
            "BBB.BBBB/.B.BBBB./.BBB..../.....B../......W./..WW..../WWWW.WWW/WW.W.WWW W",
            "BBBBBBBB/...BB.B./.BB..B.B/...B..../..W...W./......W./W.WWWW.W/WWWWWW.W W",
        ),
    ),
    "kalah": Suite(
        12,
        6,
        (
            "6,0,1,6,6,6,1/0,5,5,1,2,7,2 S",
            "5,5,5,1,0,0,3/7,1,8,6,0,6,1 S",
            "0,6,6,6,1,0,2/1,2,7,7,7,1,2 N",
            "1,6,6,5,0,1,2/1,8,0,6,6,5,1 S",
            "6,0,7,5,5,0,1/0,6,1,7,6,2,2 S",
            "6,1,7,0,6,2,3/6,1,0,6,6,1,3 S",
            "5,5,0,3,0,7,3/1,6,6,6,5,0,1 N",
            "5,0,0,2,7,7,2/0,6,5,1,6,6,1 S",
        ),
    ),
    "hex:size=7": Suite(
        4,
        10,
        (
            "......./R...R.R/.R...../...R.../....B.B/..BB.../.....B. R",
            ".B...R./B..R.../..R..../......./..B..../B.R...R/B...... R",
            "R.R..../.R...B./BB....R/..R..../....B../....B../....... R",
            "B....../.B...../....B../R....RR/R..BR../B....../....... R",
            "..R..../.R..B../BBB..../...B.../..R.R../...R.../....... R",
            "....B../....RB./BRB..../.B...../R....../...R.R./....... R",
            ".....RB/RBR..../R....../B....../......./R....B./B...... R",
            "......./......B/....R.B/......./.....R./RB.R.B./R...B.. R",
        ),
    ),
}
