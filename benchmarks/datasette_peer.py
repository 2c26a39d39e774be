"""Datasette over a SQLite file, asked in process: a path a line, and what its page took. The peer's Python runs it."""

from __future__ import annotations

import asyncio
import json
import sys
from time import process_time

from datasette.app import Datasette


async def main() -> None:
    """Answer each line with the seconds of the processor, the status and the bytes."""
    site = Datasette([sys.argv[1]], settings={"facet_time_limit_ms": 2_000})
    await site.invoke_startup()
    for line in sys.stdin:
        begun = process_time()
        answer = await site.client.get(line.strip())
        told = {"seconds": process_time() - begun, "status": answer.status_code, "bytes": len(answer.content)}
        print(json.dumps(told), flush=True)


asyncio.run(main())
