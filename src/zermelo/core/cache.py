"""Where compiled code is kept between runs: the user's cache folder, or `ZERMELO_CACHE` (empty: nowhere).

It stays within `ZERMELO_CACHE_MB` (default 500): what was not used for the longest goes first. What is there will be
run, so it must be the user's alone: a folder that others own or may write to is not used, and said to be. Every file
begins with a seal, a hash of the rest, so that what was cut off or damaged is not taken for whole.
"""

import hashlib
import logging
import os
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import lru_cache
from math import inf
from pathlib import Path

from platformdirs import user_cache_path

SUFFIX, TABLE, UNFINISHED = ".zmc", ".zmt", ".zmc-tmp"  # compiled kernels, tables, what is being written
SEAL = 32  # bytes
MEGABYTES = 500
log = logging.getLogger("zermelo")


def folder() -> Path | None:
    """The cache folder, whether or not it exists yet; None when caching is off."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    return user_cache_path("zermelo")


def file(name: str) -> Path | None:
    """Where the compiled kernel of that name is, if it is; None when caching is off."""
    where = folder()
    return where / f"{name}{SUFFIX}" if where else None


def files(*suffixes: str) -> list[Path]:
    """The compiled kernels in the cache, or other files of ours."""
    where = folder()
    try:
        names = os.listdir(where) if where else []
    except OSError:  # the folder is not there, or is none
        names = []
    found = [os.path.join(where or "", name) for name in names if name.endswith(suffixes or SUFFIX)]
    return sorted(Path(file) for file in found if os.path.isfile(file))


def touch(file: Path) -> None:
    """Remember that a file was used."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > 3600:
            os.utime(file)


def read(file: Path | None) -> bytes | None:
    """What `write` put into a file of the cache, if it is there, whole, and nobody else can have put it there."""
    try:
        if file is None:
            return None
        data = file.read_bytes()
    except OSError:  # there is none; if there can be none, `write` says it
        return None
    if why := _open_to_others(file.parent) or _open_to_others(file):
        warn(f"the cache {file.parent} is not used: {why}")
        return None
    seal, content = data[:SEAL], data[SEAL:]
    if hashlib.sha256(content).digest() != seal:
        warn(f"a file in the cache {file.parent} was damaged; it is made again")
        return None
    return content


def write(file: Path, content: bytes) -> None:
    """Put a file into the cache, all at once, and make room for it."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if why := _open_to_others(file.parent):
            warn(f"the cache {file.parent} is not used: {why}")
            return
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=UNFINISHED)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(hashlib.sha256(content).digest() + content)
            os.replace(temporary, file)
        finally:
            Path(temporary).unlink(missing_ok=True)
        make_room()
    except OSError as error:
        warn(f"cannot write to the cache {file.parent} ({error.strerror}); compiling again next time")


def _open_to_others(path: Path) -> str:
    """Why others could have put something into a folder, or a file, or nothing."""
    if not hasattr(os, "geteuid"):  # Windows keeps what belongs to a user to them
        return ""
    try:
        status = path.stat()
    except OSError as error:
        return f"{path} cannot be looked at ({error.strerror})"
    if status.st_uid != os.geteuid():
        return f"{path} belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others may write to {path} (chmod go-w)"
    return ""


def limit() -> float:
    """How many bytes the cache may have."""
    chosen = os.environ.get("ZERMELO_CACHE_MB") or str(MEGABYTES)
    with suppress(ValueError):
        size = float(chosen) * 1e6
        if 0 <= size < inf:
            return size
    warn(f"ZERMELO_CACHE_MB={chosen} is not a number of megabytes; it is {MEGABYTES} then")
    return MEGABYTES * 1e6


def make_room() -> None:
    """Delete what was not used for the longest, until the rest is within the limit."""
    for each in files(UNFINISHED):
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > 3600:
                each.unlink()  # whoever wrote it was killed
    known = []
    for each in files(SUFFIX, TABLE):
        with suppress(OSError):
            known.append((each.stat().st_mtime, each.stat().st_size, each))
    size = sum(bytes for _, bytes, _ in known)
    for _, bytes, each in sorted(known)[:-1]:
        if size <= limit():
            break
        each.unlink(missing_ok=True)
        size -= bytes


def clear() -> tuple[int, int]:
    """Empty the cache, of tables too: how many files and how many bytes went."""
    gone = size = 0
    for each in files(SUFFIX, TABLE, UNFINISHED):
        with suppress(OSError):  # a helper that is at it has given it its name meanwhile
            size += each.stat().st_size
            each.unlink()
            gone += 1
    return gone, size


@lru_cache
def say(message: str) -> None:
    """Say once why something takes a while: on standard error, unless somebody listens to the logger `zermelo`.

    `ZERMELO_QUIET=1`, or another level of that logger, switches it off.
    """
    if log.hasHandlers():
        log.info(message)
    elif not os.environ.get("ZERMELO_QUIET") and log.level <= logging.INFO:
        sys.stderr.write(f"zermelo: {message}\n")


@lru_cache
def warn(message: str) -> None:
    """Say once that something is not as it should be."""
    if log.hasHandlers():
        log.warning(message)
    else:
        sys.stderr.write(f"zermelo: {message}\n")
