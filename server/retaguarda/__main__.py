"""The program: ``python -m retaguarda <command>``.

serve     everything: Postgres, API, web, worker, the sandbox provider, demo data (what `make run` starts)
api       the API and the web alone
worker    events and jobs alone
sandbox   the sandbox payment provider alone
prepare   what serve does before its parts start: database, schema, and in a trial its data
migrate   brings the database to the newest schema
found     begins an empty installation: its company and first administrator
demo      fills the database with demo data
verify    checks every invariant of the ledger, of what stands on it and of the audit log; exit 1 when one is broken
recount   counts the hours of pay-in's administration and the sums of PLD rules anew from their rows, while everything runs
backup    writes everything into one file: backup FILE
restore   makes the database anew from such a file: restore FILE [--replace]
archive   writes a month's events, journals and entries as Parquet: archive 2026-01 --out FOLDER, archive --check FOLDER
audit     the audit log: audit export --out FOLDER [--from DAY --to DAY --company NUMBER], audit forget PERSON, audit rotate
check-evidence  checks an evidence pack offline and computes it anew: check-evidence FILE [--key KEY]
secrets   what is sealed under which secret, and sealing all of it under the new one: secrets status, secrets rotate;
          kept keys for another installation: secrets share FILE
cell      moves a company to another installation: cell move; act by act: cell freeze, export, release, abort; cell key, import, open,
          refuse; cell status, cell host, cell map
pay       pays a charge at the sandbox by its copy-and-paste code
feed      events for others: feed status, feed replay --from MOMENT|EVENT, feed forget, feed schemas
flags     shows the feature flags, and switches one for companies: flags ledger on 2 3
openapi   prints the OpenAPI document
"""

import sys
from importlib import import_module

from retaguarda.settings import SettingsError

#: Command → module and function; only the one that was asked for is loaded.
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

#: Whose calls and jobs are counted.
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
