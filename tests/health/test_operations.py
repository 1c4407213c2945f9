"""docs/operations.md tells of every setting, every metric and every command, and of none that is not there."""

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import retaguarda.settings as settings
from retaguarda.__main__ import COMMANDS
from retaguarda.foundation import metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
NAME = re.compile(r"\b(?:RETAGUARDA_[A-Z0-9_]+|PORT|DATABASE_URL)\b")
#: Families, whose names are made of the fields of a dataclass.
FAMILIES = {
    "RETAGUARDA_LIMIT_": settings.Limits,
    "RETAGUARDA_PAYOUT_": settings.PayoutSettings,
    "RETAGUARDA_COURTS_": settings.CourtSettings,
    "RETAGUARDA_DICT_": settings.DirectorySettings,
    "RETAGUARDA_EXCHANGE_": settings.ExchangeSettings,
    "RETAGUARDA_FEED_": settings.FeedSettings,
}


def read_by_the_program() -> set[str]:
    source = "".join((ROOT / f"server/retaguarda/{file}.py").read_text() for file in ("settings", "third_parties"))
    single = set(re.findall(r'"(RETAGUARDA_[A-Z0-9_]+|PORT|DATABASE_URL)"', source))
    return single | {f"{family}{each.name.upper()}" for family, group in FAMILIES.items() for each in fields(group)}


def test_the_table_of_settings_is_what_the_program_reads() -> None:
    table = PAGE.split("## Settings")[1].split("\n## ")[0]
    told = {
        name for line in table.splitlines() if line.startswith("| `") for name in NAME.findall(line.split(" | ")[0])
    }
    assert told == read_by_the_program()


def test_the_table_of_metrics_names_those_there_are() -> None:
    table = PAGE.split("| Metric |")[1].split("\n\n")[0]
    told = {name.removesuffix("_total") for name in re.findall(r"retaguarda_[a-z_]+", table)}
    own = {metric.name for metric in metrics._REGISTRY.collect()}
    figures = (ROOT / "server/retaguarda/health/figures.py").read_text()
    read = {f"retaguarda_{name}" for name in re.findall(r'_gauge\(\s*"([a-z_]+)"', figures)}
    assert told == own | read


def test_every_command_it_names_is_one() -> None:
    named = set(re.findall(r"retaguarda ([a-z]+)(?= |`|$)", PAGE, re.MULTILINE))
    assert {"backup", "restore", "verify", "migrate", "found", "api", "worker"} <= named
    assert named <= set(COMMANDS)


def test_it_names_who_uses_the_owner_of_the_database() -> None:
    (told,) = re.findall(r"uses the owner from `DATABASE_URL`: (.*?);", PAGE, re.DOTALL)
    # The sandbox provider and the demo are of a trial.
    own = {name: module for name, (module, _) in COMMANDS.items() if module.startswith("retaguarda.")}
    files = {name: ROOT / "server" / (module.replace(".", "/") + ".py") for name, module in own.items()}
    uses = {name for name, file in files.items() if re.search("owner_url|bring_to_newest", file.read_text())}
    # Which `serve` runs.
    assert set(re.findall(r"`(\S+)`", told)) == uses - {"prepare"}


def test_who_only_watches_loads_nothing_of_what_it_starts() -> None:
    heavy = "{'litestar', 'cryptography', 'procrastinate', 'psycopg', 'httpx', 'smtplib', 'retaguarda.app'}"
    for module in ("retaguarda.cli.serve", "retaguarda.cli.api"):
        code = f"import sys, {module}; print(sorted({heavy} & sys.modules.keys()))"
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
        assert told.stdout == "[]\n", module


def test_an_idle_house_keeps_nothing_of_what_it_needs_now_and_then() -> None:
    rare = {"asyncssh", "duckdb", "nats", "PIL", "pypdfium2", "python_calamine", "webauthn", "xlsxwriter"}
    code = f"import sys, retaguarda.cli.application, retaguarda.cli.worker; print(sorted({rare} & sys.modules.keys()))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout == "[]\n"
