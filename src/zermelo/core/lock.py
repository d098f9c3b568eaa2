"""A lock on an open file, which ends with the file or the process, however that ends; anybody may read meanwhile."""

from contextlib import suppress
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

FAR = 1 << 40  # where Windows locks a byte: nobody can read what is locked there


def lock(file: IO[bytes]) -> bool:
    """Lock a file for this process until it is closed; False if somebody else has it. Some file systems know no locks.

    A process that was forked off has the lock, too, and must close the file.
    """
    try:
        if "fcntl" in globals():
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    finally:
        with suppress(OSError):
            file.seek(0)
    return True
