"""Where compiled code is kept between runs: the user's cache folder, or `ZERMELO_CACHE` (empty: nowhere)."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def folder() -> Path | None:
    """The cache folder, whether or not it exists yet; None when caching is off."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    return user_cache_path("zermelo")


def files() -> list[Path]:
    """The compiled kernels in the cache."""
    where = folder()
    return sorted(file for file in where.glob("*.nbc") if file.is_file()) if where and where.is_dir() else []


def clear() -> tuple[int, int]:
    """Empty the cache, of tables too: how many files and how many bytes went."""
    gone = size = 0
    where = folder()
    others = (file for pattern in ("*.tmp", "*.npy") for file in where.glob(pattern)) if where else ()
    for file in [*files(), *others]:
        size += file.stat().st_size
        file.unlink(missing_ok=True)
        gone += 1
    return gone, size
