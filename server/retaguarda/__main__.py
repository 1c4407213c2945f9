"""The program: ``python -m retaguarda <command>``.

serve     runs everything: Postgres, API, web, worker, the sandbox provider, demo data (what `make run` starts)
api       runs the API and the web
worker    runs event consumers and jobs
sandbox   runs the sandbox payment provider
prepare   does what serve does before its parts start: database, schema and, in a trial, its data
migrate   brings the database to the newest schema
found     sets up an empty installation: the provider's company and its first administrator
demo      fills the database with demo data
verify    checks every invariant of the ledger, of what is built on it and of the audit log; exit 1 if one is broken
recount   recomputes pay-in's hourly totals and the sums of PLD rules from their rows, while everything runs
backup    writes everything to one file: backup FILE
restore   recreates the database from such a file: restore FILE [--replace]
archive   writes a month's events, journals and entries as Parquet: archive 2026-01 --out FOLDER, archive --check FOLDER
audit     exports the audit log, forgets a person, rotates its key: audit export --out FOLDER [--from DAY --to DAY --company NUMBER],
          audit forget PERSON, audit rotate
check-evidence  checks an evidence pack offline and recomputes it: check-evidence FILE [--key KEY]
secrets   shows what is sealed under which secret, reseals it under the new one, or shares the kept keys with another
          installation: secrets status, secrets rotate, secrets share FILE
cell      moves a company to another installation: cell move; step by step: cell freeze, export, release, abort; cell key, import, open,
          refuse; cell status, cell host, cell map
pay       pays a charge at the sandbox, given its copy-and-paste code
feed      manages the feed of events to other systems: feed status, feed replay --from MOMENT|EVENT, feed forget, feed schemas
flags     shows the feature flags, or switches one for some companies: flags ledger on 2 3
openapi   prints the OpenAPI document
"""

import sys
from importlib import import_module

from retaguarda.settings import SettingsError

#: Command → module and function; only the requested one is imported.
COMMANDS = {
    "serve": ("retaguarda.cli.serve", "main"),
    "api": ("retaguarda.cli.api", "main"),
    "worker": ("retaguarda.cli.worker", "main"),
    "sandbox": ("retaguarda_sandbox.cli", "main"),
    "prepare": ("retaguarda.cli.prepare", "main"),
    "migrate": ("retaguarda.cli.migrate", "main"),
    "found": ("retaguarda.cli.found", "main"),
    "demo": ("retaguarda_demo.cli", "main"),
    "verify": ("retaguarda.cli.verify", "main"),
    "recount": ("retaguarda.cli.recount", "main"),
    "backup": ("retaguarda.cli.backup", "main"),
    "restore": ("retaguarda.cli.restore", "main"),
    "archive": ("retaguarda.cli.archive", "main"),
    "audit": ("retaguarda.cli.audit", "main"),
    "check-evidence": ("retaguarda.cli.check_evidence", "main"),
    "secrets": ("retaguarda.cli.secrets", "main"),
    "cell": ("retaguarda.cli.cell", "main"),
    "pay": ("retaguarda_sandbox.cli", "pay"),
    "feed": ("retaguarda.cli.feed", "main"),
    "flags": ("retaguarda.cli.flags", "main"),
    "openapi": ("retaguarda.cli.openapi", "main"),
}

#: Programs of several processes, whose metrics are added up.
COUNTING = ("api", "worker")


def main() -> int:
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 0 if name in ("help", "--help", "-h") else 2
    try:
        if name in COUNTING:
            from retaguarda.cli.shared_metrics import enable_shared_metrics

            enable_shared_metrics()
        module, function = COMMANDS[name]
        return getattr(import_module(module), function)(sys.argv[2:])
    except SettingsError as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
