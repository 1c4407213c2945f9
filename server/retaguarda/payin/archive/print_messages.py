"""The process that reads Parquet for the API: a question on its input, the messages on its output."""

import json
import sys
from importlib import import_module
from typing import Any

_QUERY = """
select epoch_us("at") as "at", direction, method, url, status, request, response, error
  from read_parquet($files) where charge_id = $charge order by "at" limit $most
"""


def main() -> int:
    question = json.load(sys.stdin)
    try:
        duckdb: Any = import_module("duckdb")
    except ModuleNotFoundError:
        print("DuckDB reads the archive and is not installed: pip install 'retaguarda[archive]'", file=sys.stderr)
        return 1
    settings = {"threads": 1, "memory_limit": "256MB", "autoinstall_known_extensions": False}
    with duckdb.connect(config=settings) as engine:
        found = engine.execute(_QUERY, question)
        names = [column[0] for column in found.description]
        json.dump([dict(zip(names, row, strict=True)) for row in found.fetchall()], sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
