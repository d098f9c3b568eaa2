"""What GNU Backgammon runs for the player `gnubg`, in the Python that it contains: a play for each line that asks.

A line is a position ID, two dice, plies and noise: `4HPwATDgc/ABMA 3 1 0 0.0`. The answer is a line that begins with
`= `, as no other line of the program does: `= 8/5 6/5`, or `= ! ` and what is wrong.
"""

import os
import sys


def serve():
    import gnubg  # type: ignore[import-not-found]  # the program has it built in

    gnubg.command("set jacoby off")  # gammons count although nobody doubles
    cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)  # not turned, in the middle; for money
    for line in sys.stdin:
        try:
            name, one, other, plies, noise = line.split()
            board = gnubg.positionfromid(name)
            care = {"cubeful": 0, "plies": int(plies), "noise": float(noise), "deterministic": 1, "prune": 1}
            play = gnubg.findbestmove(board, cube, care, (int(one), int(other)))
            answer(gnubg.movetupletostring(play, board))
        except Exception as error:
            answer(f"! {type(error).__name__}: {error}".replace("\n", " "))
    os._exit(0)  # whoever asked is gone


def answer(text):
    sys.stdout.write(f"\n= {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve()
