"""Value iteration for any number of players, each of whom takes what is best for themselves.

Values are vectors, as in max-n. No bounds come from both sides here: what the others do depends on what they want. So a
way to play is found first, by value iteration; then bounds of what it brings everybody are narrowed; then everybody is
asked whether another move would be better by more than the precision, until nobody says yes. Of equal moves the first
is taken. A way to play from which nobody would deviate need not exist where play can go in circles.
"""

from zermelo.core.primitives import CHANCE

STOP, AT, SWEEPS, SETTLED = range(4)  # of `control`
ROUNDS = 100  # changes of mind
TRIES = 1000  # sweeps in search of a first way to play


def settle_many(
    control, order, starts, part, circles, lower, upper, choice, alive,
    movers, first, successors, row, probs, lowest, highest, precision, share, slack,
):  # fmt: skip
    """Settle one component after the other; False if it stops before the last. Modified in place."""
    seats = lower.shape[1]
    while control[AT] < len(starts) - 1:
        if control[STOP]:
            return False
        c = control[AT]
        begin, end = starts[c], starts[c + 1]
        if not circles[c]:
            number = order[begin]
            if first[number] < first[number + 1]:
                choose(number, lower, upper, choice, movers, first, successors, precision)
                expect(number, lower, upper, choice, movers, first, successors, row, probs, slack)
        else:
            aim = 0.0
            for i in range(begin, end):
                for edge in range(first[order[i]], first[order[i] + 1]):
                    child = successors[edge]
                    for each in range(seats if part[child] != c else 0):
                        aim = max(aim, upper[child, each] - lower[child, each])
            aim += share
            # 1. A way to play
            for i in range(begin, end):
                for each in range(seats):
                    lower[order[i], each] = upper[order[i], each] = 0.0
            for _ in range(TRIES):
                moved = 0.0
                for i in range(begin, end):
                    choose(order[i], lower, upper, choice, movers, first, successors, precision)
                    gain = expect(order[i], lower, upper, choice, movers, first, successors, row, probs, 0.0)
                    moved = max(moved, gain)
                if moved <= 0.001 * share or control[STOP]:
                    break
            settled = False
            for _ in range(ROUNDS):
                # 2. What it brings
                mark_ending(order, begin, end, part, choice, alive, movers, first, successors)
                for i in range(begin, end):
                    for each in range(seats):
                        lower[order[i], each] = lowest if alive[order[i]] else 0.0
                        upper[order[i], each] = highest if alive[order[i]] else 0.0
                apart = aim + 1.0
                moved = 1.0
                sweeps = 0
                while apart > aim and moved > 0.0:
                    if control[STOP]:
                        return False
                    apart = moved = 0.0
                    for i in range(begin, end):
                        number = order[i]
                        if alive[number]:
                            gain = expect(number, lower, upper, choice, movers, first, successors, row, probs, slack)
                            moved = max(moved, gain)
                        for each in range(seats):
                            apart = max(apart, upper[number, each] - lower[number, each])
                    sweeps += 1
                    control[SWEEPS] = max(control[SWEEPS], sweeps)
                # 3. Does anybody want something else?
                settled = True
                for i in range(begin, end):
                    if choose(order[i], lower, upper, choice, movers, first, successors, precision + aim):
                        settled = False
                if settled:
                    break
            if not settled:
                return False
        control[AT] += 1
        control[SETTLED] = end
    return True


def choose(number, lower, upper, choice, movers, first, successors, margin):
    """Take the best move, if it is better than the choice so far by more than `margin`; whether it is. In place."""
    player = movers[number]
    if player == CHANCE:
        return False
    changed = choice[number] < 0
    if changed:
        choice[number] = first[number]
    child = successors[choice[number]]
    best = lower[child, player] + upper[child, player]
    for edge in range(first[number], first[number + 1]):
        child = successors[edge]
        if lower[child, player] + upper[child, player] > best + 2 * margin:
            best = lower[child, player] + upper[child, player]
            choice[number] = edge
            changed = True
    return changed


def expect(number, lower, upper, choice, movers, first, successors, row, probs, slack):
    """The bounds of a state are those of its choice, or an average; returns how far they moved. Modified in place.

    With `slack`, they get no wider; without, they are what they are.
    """
    begin, end = first[number], first[number + 1]
    moved = 0.0
    for each in range(lower.shape[1]):
        if movers[number] == CHANCE:
            low = high = 0.0
            for edge in range(begin, end):
                p = probs[row[number] + edge - begin]
                low += p * lower[successors[edge], each]
                high += p * upper[successors[edge], each]
            low -= slack * (end - begin + 2)
            high += slack * (end - begin + 2)
        else:
            low, high = lower[successors[choice[number]], each], upper[successors[choice[number]], each]
        if slack > 0.0:
            low, high = max(low, lower[number, each]), min(high, upper[number, each])
        moved = max(moved, max(abs(low - lower[number, each]), abs(high - upper[number, each])))
        lower[number, each], upper[number, each] = low, high
    return moved


def mark_ending(order, begin, end, part, choice, alive, movers, first, successors):
    """Mark the states of a component from which play can leave it if all follow the choices. Modified in place."""
    for i in range(begin, end):
        alive[order[i]] = 0
    growing = True
    while growing:
        growing = False
        for i in range(begin, end):
            number = order[i]
            if alive[number]:
                continue
            for edge in range(first[number], first[number + 1]):
                child = successors[edge]
                possible = movers[number] == CHANCE or edge == choice[number]
                if possible and (part[child] != part[number] or alive[child]):
                    alive[number] = 1
                    growing = True
    return growing
