"""What waits until the whole file is read: in memory while it is little, in a temporary file when it is much."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any

_IN_MEMORY = 1024 * 1024


class Spool:
    """Values in the order in which they came; read back once, and gone with the process."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed by __exit__
        self._count = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def put(self, value: Any) -> None:
        """Keep a value."""
        pickle.dump(value, self._file)
        self._count += 1

    def batches(self, size: int) -> Iterator[list[Any]]:
        """The values, so many at a time."""
        self._file.seek(0)
        for start in range(0, self._count, size):
            # Only what this process itself has put there.
            yield [pickle.load(self._file) for _ in range(min(size, self._count - start))]  # noqa: S301
