"""A month as Parquet: what any engine sums up of it is what the database says."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from conftest import SECRET
from people import Person
from retaguarda.backup import Refused
from retaguarda.backup import archive_month as module
from retaguarda.backup.archive_month import MANIFEST, ArchiveManifest, archive_month, bounds
from retaguarda.cli import archive
from support.charges import Counter


def test_a_month_ends_where_the_next_one_begins() -> None:
    assert bounds("2025-12") == (datetime(2025, 12, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC))
    for wrong in ("2025-13", "2025", "december", "2025-12-01"):
        with pytest.raises(Refused, match="is no month"):
            bounds(wrong)


async def paid(counter: Counter, ana: Person) -> None:
    for amount in (100, 2_500):
        charge = await counter.charge(ana, amount)
        await counter.bank.pay(charge["br_code"])
        path, body = await counter.bank.next_notice()
        await counter.stranger.post(path, json=body)
    await counter.work()


async def test_an_engine_of_others_sums_up_the_archive_as_the_database_does(
    counter: Counter, ana: Person, peopled_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed here: pip install 'retaguarda[archive]'")
    await paid(counter, ana)
    with psycopg.connect(peopled_url) as connection:
        ((month, journals),) = connection.execute(
            "select to_char(min(recorded_at at time zone 'UTC'), 'YYYY-MM'), count(*) from ledger_journal"
        ).fetchall()
        # A month's end may have passed meanwhile.
        sums = (
            "select a.code, e.currency, count(*), sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id"
            " join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id"
            " where to_char(j.recorded_at at time zone 'UTC', 'YYYY-MM') = %s group by 1, 2 order by 1, 2"
        )
        stands = connection.execute(sums, (month,)).fetchall()
    assert journals
    folder = tmp_path / "archive"
    archive_month(peopled_url, month, folder)
    with duckdb.connect() as engine:
        read = f"from read_parquet('{folder}/entry/*/*/*.parquet', hive_partitioning = true)"
        found = engine.execute(
            f"select account_code, currency, count(*), sum(amount) {read} where month = '{month}' group by 1, 2 order by 1, 2"
        ).fetchall()
        assert engine.execute(f"select sum(amount) {read}").fetchall() == [(0,)]
        events = engine.execute(f"select count(*) from read_parquet('{folder}/event/*/*/*.parquet')").fetchall()
    assert [tuple(row) for row in found] == [
        (code, currency, count, int(total)) for code, currency, count, total in stands
    ]
    manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=ArchiveManifest)
    assert manifest.rows["event"] == events[0][0] > 0
    assert set(manifest.files) == {str(each.relative_to(folder)) for each in folder.rglob("*.parquet")}
    assert all("/month=" in file and "/company=" in file for file in manifest.files)

    # Written once more and found to differ, it is refused.
    monkeypatch.setattr(module, "_read_back", lambda *_: [])
    with pytest.raises(Refused, match="is not what the database has"):
        archive_month(peopled_url, month, tmp_path / "again")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert archive.main([*arguments]) == 1
    return capsys.readouterr().err


def test_a_month_that_is_not_over_and_a_folder_that_is_there_are_refused_and_what_was_cut_goes(
    peopled_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", peopled_url)
    monkeypatch.setenv("RETAGUARDA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)
    out = tmp_path / "archive"
    # A day more, in case that the month ends between these lines.
    assert "is not over yet" in refused(capsys, f"{datetime.now(UTC) + timedelta(days=1):%Y-%m}", "--out", str(out))
    assert "is no month" in refused(capsys, "2020-00", "--out", str(out))
    cut = tmp_path / "archive.partial"
    cut.mkdir()
    (cut / "event.csv").write_text("cut in the middle")

    def absent(name: str) -> Any:
        raise ModuleNotFoundError(name)

    with monkeypatch.context() as without:
        without.setattr(module, "import_module", absent)
        assert "pip install 'retaguarda[archive]'" in refused(capsys, "2020-01", "--out", str(out))
    assert not cut.exists()
    out.mkdir()
    assert "never written over" in refused(capsys, "2020-01", "--out", str(out))


def test_a_month_without_anything_is_an_archive_without_rows(
    peopled_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb", reason="DuckDB is not installed here: pip install 'retaguarda[archive]'")
    monkeypatch.setenv("DATABASE_URL", peopled_url)
    monkeypatch.setenv("RETAGUARDA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)
    assert archive.main(["2001-02", "--out", str(tmp_path / "archive")]) == 0
    said = capsys.readouterr().out
    assert "0 rows of entry" in said
    assert (tmp_path / "archive" / MANIFEST).exists()
    assert not (tmp_path / "archive.partial").exists()


QUERY = "select account_code, currency, count(*) as n, sum(amount) as total from entry group by account_code, currency order by 1, 2"


_SPARK = """
import json, sys
from pyspark.sql import SparkSession
quiet = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
session = quiet.getOrCreate()
session.read.parquet(sys.argv[1]).createOrReplaceTempView("entry")
print(json.dumps([[str(value) for value in row] for row in session.sql(sys.argv[2]).collect()]))
session.stop()
"""


def asked_of_spark(entries: Path) -> list[tuple[str, ...]]:
    asked = subprocess.run(
        [sys.executable, "-c", _SPARK, entries, QUERY],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYSPARK_PYTHON": sys.executable},
        cwd=entries.parent,
    )
    return [tuple(row) for row in json.loads(asked.stdout)]


async def test_two_engines_of_others_say_the_same_sums(
    counter: Counter, ana: Person, peopled_url: str, tmp_path: Path
) -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed here: pip install 'retaguarda[archive]'")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed here")
    pytest.importorskip("pyspark", reason="PySpark is not installed here: pip install pyspark")
    await paid(counter, ana)
    with psycopg.connect(peopled_url) as connection:
        ((month,),) = connection.execute(
            "select to_char(min(recorded_at at time zone 'UTC'), 'YYYY-MM') from ledger_journal"
        ).fetchall()
    folder = tmp_path / "archive"
    archive_month(peopled_url, month, folder)
    with duckdb.connect() as engine:
        engine.execute(
            f"create view entry as from read_parquet('{folder}/entry/*/*/*.parquet', hive_partitioning = true)"
        )
        first = [tuple(map(str, row)) for row in engine.execute(QUERY).fetchall()]
    second = asked_of_spark(folder / "entry")
    assert first == second
    assert len(first) > 1


def written_archive(folder: Path) -> Path:
    """An archive of three files, as its manifest tells."""
    files = dict[str, str]()
    for company in (1, 2, 3):
        path = folder / "entry" / "month=2026-01" / f"company={company}" / "data_0.parquet"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"PAR1" * company)
        files[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest = ArchiveManifest("2026-01", "2026-02-01T00:00:00+00:00", {"entry": 6}, {}, files)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return folder


def test_an_archive_that_is_whole_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written_archive(tmp_path / "archive")
    for _ in range(2):
        assert archive.main(["--check", str(folder)]) == 0
    assert "is whole: 2026-01, 3 files, 6 rows" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda folder: (folder / MANIFEST).unlink(), "has no manifest.json: it was cut in the middle"),
        (
            lambda folder: (folder / MANIFEST).write_bytes((folder / MANIFEST).read_bytes()[:-9]),
            "was cut in the middle",
        ),
        (
            lambda folder: next(folder.rglob("*=2/*.parquet")).write_bytes(b"PAR1"),
            "company=2/data_0.parquet is not what was",
        ),
        (lambda folder: next(folder.rglob("*=3/*.parquet")).unlink(), "company=3/data_0.parquet is missing"),
        (lambda folder: (folder / "more.parquet").write_bytes(b""), "more.parquet is no part of it"),
        (shutil.rmtree, "is no folder"),
        (
            lambda folder: (folder / MANIFEST).write_bytes(
                (folder / MANIFEST).read_bytes().replace(b"entry/month", b"../month")
            ),
            "is outside of the folder",
        ),
    ],
)
def test_an_archive_that_was_cut_or_changed_is_named_by_what_is_wrong(
    damage: Callable[[Path], object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written_archive(tmp_path / "archive")
    damage(folder)
    for _ in range(2):
        assert said in refused(capsys, "--check", str(folder))


@pytest.mark.parametrize("arguments", [[], ["--out", "x"], ["2026-01", "--check", "x"]])
def test_half_a_call_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        archive.main(arguments)
