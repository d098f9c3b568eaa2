"""What solvers of hidden information take: sizes, memory, and how soon a strategy is how good.

python bench/hidden.py            # some three minutes, of which two for blind tic-tac-toe
python bench/hidden.py --quick    # without that
"""

import sys
import time

import zermelo as z
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets, stages
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.linear import optimal
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.equilibrium.extensive.walking import by_walking

GOAL = 1e-3
BLIND = "blind-tictactoe"
UNLIKELY = 0.03  # moves that are less likely than that are left out of what sampling found


def small(spec: str) -> None:
    """A game that can be unfolded: its form, the linear program, and CFR until it is as good as the goal."""
    began = time.perf_counter()
    form = sequence_form(z.load(spec).start())
    unfolded = time.perf_counter() - began
    regrets = Regrets(form, VARIANTS["cfr"], compiled=True)
    regrets.go_on(20)
    began, before = time.perf_counter(), regrets.iteration
    while time.perf_counter() - began < 1.0:
        regrets.go_on(regrets.iteration + 20)
    speed = (regrets.iteration - before) / (time.perf_counter() - began)
    memory = form.bytes + 6 * 8 * len(form.codes)
    print(f"{spec}: {len(form.sets):,} sets, {form.nodes:,} positions, unfolded in {unfolded:.2f} s")
    print(f"  CFR {speed:,.0f} iterations/s in {memory / 1e6:.2f} MB")
    if len(form.codes) < 10_000:
        began = time.perf_counter()
        value = optimal(form).values()[0][0]
        print(f"  linear program: {value:.7f} in {time.perf_counter() - began:.2f} s")
    for name in ("cfr+", "dcfr", "pcfr+"):
        stage = next(stage for stage in stages(form, VARIANTS[name]) if stage.exploitability < GOAL)
        told = f"exploitability {stage.exploitability:.2g} after {stage.iteration} iterations"
        print(f"  {name}: {told}, {stage.seconds:.2f} s")


def blind(games: int) -> None:
    """A game of 19,934,533,171 positions: sampled by the gist of what players know, judged by walking."""
    start = z.load(BLIND).start()
    sampler = Sampler(start, by="gist", sampling_by="outcome", curiosity=0.3)
    began = time.perf_counter()
    sampler.play(games)
    seconds = time.perf_counter() - began
    plan = sampler.plan().without(UNLIKELY)
    began = time.perf_counter()
    now, best = by_walking(start, plan)
    print(f"{BLIND}: {games:,} games by outcome sampling in {seconds:.0f} s, {len(plan):,} sets by their gist")
    walked = time.perf_counter() - began
    print(f"  X gets {now[0]:.3f}; exploitability {(best - now).mean():.3f}, by walking in {walked:.1f} s")


if __name__ == "__main__":
    for game in ("kuhn", "leduc", "liars-dice"):
        small(game)
    if "--quick" not in sys.argv:
        for count in (5_000_000, 60_000_000):
            blind(count)
