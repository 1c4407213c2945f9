"""A bundle proves itself: with its own programs, without us, and any changed bit is found."""

import random
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from people import AURORA, OUTRA, Person
from retaguarda.app import App
from retaguarda.audit.bundle import FILES, BundleSpec, EmptyLog, write_bundle
from retaguarda.audit.signing_keys import renew
from support.charges import Counter

Logged = Callable[[], Awaitable[int | None]]

#: Runs the script part of verify.html over a folder, as a browser would.
PAGE = """
const { readFileSync, readdirSync } = await import('node:fs')
const [page, folder] = process.argv.slice(-2)
const script = /<script>([^]*)<\\/script>/.exec(readFileSync(page, 'utf8'))[1]
const verify = new Function(`${script}; return verifyBundle`)()
const files = new Map(readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(`${folder}/${name}`))]))
try {
  console.log((await verify(files)).join('\\n'))
} catch (error) {
  console.log(`DOES NOT HOLD: ${error.message}`)
  process.exitCode = 1
}
"""
NODE = Path(sys.executable).with_name("node")


def python(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    # -I and -S: nothing but the standard library is there.
    program = [sys.executable, "-I", "-S", str(folder / "verify.py"), str(folder), *more]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def page(folder: Path) -> subprocess.CompletedProcess[str]:
    program = [str(NODE), "--input-type=module", "-e", PAGE, str(folder / "verify.html"), str(folder)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.fixture
async def log(ana: Person, carla: Person, counter: Counter, app: App, logged: Logged, sql: Any) -> None:
    """Entries of two companies, three checkpoints of three days, two keys."""
    await counter.paid(ana)
    await logged()
    await counter.paid(carla)
    await logged()
    sql(
        "insert into event (company_id, name, subject_id, actor, data)"
        " select 2, 'a:b:c', g::text, 'José \"Zé\" 🙂', jsonb_build_object('note', e'tab\\tand\\nline') from generate_series(1, 9) g"
    )
    await renew(app.database, app.keys)
    await logged()
    sql("alter table audit_checkpoint disable trigger user")
    sql(
        "update audit_checkpoint c set at = now() - (select count(*) from audit_checkpoint d where d.size > c.size) * interval '1 day'"
    )
    sql("alter table audit_checkpoint enable trigger user")


@pytest.mark.usefixtures("log")
async def test_a_bundle_holds_for_both_programs_and_proves_one_entry(app: App, tmp_path: Path) -> None:
    made = await write_bundle(app.database, app.keys, tmp_path / "all", BundleSpec())
    assert (made.nodes, made.checkpoints) == (0, 3)
    for said in (python(tmp_path / "all", "--entry", "3"), page(tmp_path / "all")):
        assert said.returncode == 0, said.stdout + said.stderr
        assert f"entries     {made.entries} of {made.entries}, 0 of them" in said.stdout
    proof = python(tmp_path / "all", "--entry", "3").stdout
    assert proof.count("right") + proof.count("left ") >= 3
    key = (tmp_path / "all" / "keys.txt").read_text().split("\n")[1]
    assert python(tmp_path / "all", "--key", key).returncode == 0
    assert python(tmp_path / "all", "--key", key.replace("a", "b")).returncode == 1


@pytest.mark.usefixtures("log")
async def test_a_bundle_of_one_company_and_of_a_period_tells_nothing_of_others(app: App, tmp_path: Path) -> None:
    made = await write_bundle(app.database, app.keys, tmp_path / "hers", BundleSpec(company=OUTRA))
    assert made.entries > 3
    assert made.nodes > 0
    text = "".join((tmp_path / "hers" / name).read_text() for name in FILES)
    assert "ana@merchant.example" not in text
    for said in (python(tmp_path / "hers"), page(tmp_path / "hers")):
        assert said.returncode == 0, said.stdout + said.stderr
    never = BundleSpec(first=date(2020, 1, 1), last=date(2020, 1, 31), company=AURORA)
    assert (await write_bundle(app.database, app.keys, tmp_path / "none", never)).entries == 0
    assert python(tmp_path / "none").returncode == 0
    with pytest.raises(FileExistsError):
        await write_bundle(app.database, app.keys, tmp_path / "hers", BundleSpec())


async def test_an_empty_log_makes_no_bundle(app: App, tmp_path: Path) -> None:
    with pytest.raises(EmptyLog):
        await write_bundle(app.database, app.keys, tmp_path, BundleSpec())


@pytest.mark.usefixtures("log")
async def test_any_changed_bit_is_found(app: App, tmp_path: Path) -> None:
    await write_bundle(app.database, app.keys, tmp_path / "bundle", BundleSpec(company=OUTRA))
    chance = random.Random(20)
    changed = tmp_path / "changed"
    for name in ("bundle.txt", *FILES):
        for tool in (python, python, python, page):
            shutil.copytree(tmp_path / "bundle", changed)
            raw = bytearray((changed / name).read_bytes())
            place, bit = chance.randrange(len(raw)), chance.randrange(8)
            raw[place] ^= 1 << bit
            (changed / name).write_bytes(bytes(raw))
            said = tool(changed)
            assert said.returncode == 1, (name, place, bit, said.stdout)
            assert said.stdout.startswith("DOES NOT HOLD: "), said.stdout + said.stderr
            shutil.rmtree(changed)
    # Whoever signs anew what was changed is found too: by the roots, and by the commitments.
    lines = (tmp_path / "bundle" / "entries.jsonl").read_text().split("\n")
    (tmp_path / "bundle" / "entries.jsonl").write_text("\n".join([*lines[1:-1], ""]))
    assert "subtree" in python(tmp_path / "bundle").stdout
