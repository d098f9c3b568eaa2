"""Small operations that rules and algorithms share, each with its plain Python meaning.

Compiled code gets one machine instruction (or a pointer) in their place: see `twins.NATIVE`.
"""

import ctypes
from functools import lru_cache

import numpy as np

CHANCE = -1
"""What `mover` returns when dice or cards decide, not a player."""
UNSEEN = -1
"""What `tells` returns where a player does not even notice that a move was made."""


def popcount(bits):
    """How many bits of a uint64 are set."""
    return int(bits).bit_count()


def lowest(bits):
    """The index of the lowest set bit of a uint64 that is not zero."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def bit(index):
    """The uint64 with only bit `index` set."""
    return np.uint64(1) << np.uint64(index)


def listed(bits, out):
    """Write the indices of the set bits of a uint64 into `out`, the lowest first; returns how many there are."""
    if popcount(bits) > len(out):  # so that native code need not look at each write: see `compile`
        raise IndexError("listed() writes beyond the end of out")
    n = 0
    while bits != np.uint64(0):
        out[n] = lowest(bits)
        n += 1
        bits &= bits - np.uint64(1)
    return n


def copy(s):
    """A copy of a state, to try something on; in compiled code it lives until the function returns."""
    return np.void.copy(s)  # not s.copy(): a field may be called so


def assign(target, s):
    """Let a state that exists be a copy of another."""
    for field in np.void.dtype.__get__(s).names:
        target[field] = s[field]


def words(s):
    """The memory of a state as an array of uint64; every state fills whole words."""
    return np.frombuffer(np.void.tobytes(s), np.uint64)


def array_at(address, shape, dtype):
    """The array of `dtype` at a memory address: how a struct refers to data that is not part of it.

    `shape` is a number of elements, or a tuple.
    """
    return _array_at(int(address), shape, dtype)


def data_at(address, shape, dtype):
    """The same, to be read only: what rules are given may be mapped from a file, and belongs to all searches."""
    return _data_at(int(address), shape, dtype)


@lru_cache(maxsize=4096)  # the array is the memory at that address, whatever is there by now
def _array_at(address, shape, dtype):
    size = int(np.prod(shape)) * dtype.itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype).reshape(shape)


@lru_cache(maxsize=4096)
def _data_at(address, shape, dtype):
    array = _array_at(address, shape, dtype).view()
    array.flags.writeable = False
    return array


def fetch_add(numbers, index, amount):
    """Add to an element of an int64 array, and return what it was before: at once, also among threads."""
    before = int(numbers[index])
    numbers[index] = before + amount
    return before


def below(dice, count):
    """A random whole number from 0 to count - 1; `dice.random` changes (xorshift64*, then Lemire's multiply-shift)."""
    x = dice.random
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice.random = x
    high = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((high * np.uint64(count)) >> np.uint64(32))


def portion(dice):
    """A random number from 0 to 1, without 1."""
    return below(dice, np.int64(1 << 30)) / (1 << 30)


def drawn(dice, probs, count):
    """The index of one of `count` outcomes, drawn by their probabilities."""
    point = portion(dice)
    for i in range(count - 1):
        point -= probs[i]
        if point < 0:
            return i
    return count - 1


def simultaneous(chosen, move):
    """What `tells` says of moves that are made at the same time: nothing before the last of them, then what all were.

    `chosen` has each player's move + 1, or 0 if they have yet to choose. 0 says that somebody has chosen, and a number
    from 1 what all have: `all_chosen` lists it.
    """
    bits = 60 // len(chosen)
    what, waiting = 0, 0
    for player in range(len(chosen)):
        choice = int(chosen[player])
        waiting += int(choice == 0)
        what |= (int(move) if choice == 0 else choice - 1) << bits * player
    return what + 1 if waiting == 1 else 0


def all_chosen(what, players):
    """The moves of all players in what `simultaneous` says; none if it says nothing yet. For the rule `told`."""
    bits = 60 // players
    return [(what - 1) >> bits * player & ((1 << bits) - 1) for player in range(players)] if what else []


def mix(h, word):
    """Fold one uint64 into a hash (the finaliser of MurmurHash3 after a multiply-add)."""
    h = (h ^ word) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return h ^ (h >> np.uint64(32))


def hash_state(s):
    """A 64-bit hash of all the bytes of a state."""
    h = np.uint64(0x5851F42D4C957F2D)
    for word in words(s):
        h = mix(h, word)
    return h
