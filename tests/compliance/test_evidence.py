"""An evidence pack: a case as one file that is checked and computed anew without us, and every change in it is named."""

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from compliance.test_coaf import written
from compliance.test_pld_engine import engine
from conftest import SECRET, Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.audit.sequence_events import sequence
from retaguarda.audit.signed_notes import sign
from retaguarda.audit.write_extract import sign_files
from retaguarda.cli.check_evidence import main
from retaguarda.compliance.evidence.check_pack import check_pack
from retaguarda.compliance.evidence.evaluate_features import features_at, order_of
from retaguarda.compliance.evidence.jobs import forget_packs
from retaguarda.compliance.evidence.model import CASE_COMMANDS, PackMovement
from retaguarda.compliance.evidence.write_pack import zipped
from retaguarda.compliance.pld_alerts.decide_case import case_commands
from retaguarda.compliance.pld_rules.condition_facts import NAMES
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from support.charges import Counter
from support.invariants import offenders
from support.movements import Mover
from support.pld_cases import CASES, decided_case
from support.pld_oracle import Target, book_all, random_facts

WHY = {"reason": "Pedido do Banco Central"}
Files = dict[str, bytes]


def unpacked(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


async def exported(person: Person, case: str) -> bytes:
    said = await person.post(f"{CASES}/{case}/evidence", WHY)
    assert said.status_code == 201, said.text
    made = said.json()
    taken = await person.get(f"/v1/pld-engine/evidence/{made['id']}/content")
    assert (taken.status_code, taken.headers["content-type"]) == (200, "application/zip")
    assert len(taken.content) == made["size"]
    return taken.content


async def signed_anew(app: App, files: Mapping[str, bytes]) -> bytes:
    """What whoever holds the house's keys could do: change a part, and sign the list of files again."""
    told = {"case": "x", "made": "x", "closed": "nothing"}
    rest = {name: content for name, content in files.items() if name != "pack.txt"}
    async with app.database.transaction(SYSTEM) as tx:
        return zipped({**rest, "pack.txt": await sign_files(tx, app.keys, "evidence", told, rest)})


def without_line(content: bytes, part: bytes) -> bytes:
    """The lines without the first that has this in it."""
    lines = content.split(b"\n")
    place = next(place for place, line in enumerate(lines) if part in line)
    return b"\n".join(lines[:place] + lines[place + 1 :])


async def test_a_case_leaves_as_one_file_that_holds_and_each_change_in_it_is_named(
    diego: Person, eva: Person, work: Work, counter: Counter, app: App, sql: Sql, tmp_path: Path, capsys: Any
) -> None:
    case = await decided_case(diego, eva, work, Mover(counter.url), counter, "communicate")
    await written(diego, case)
    early = await diego.post(f"{CASES}/{case}/evidence", WHY)
    assert early.json()["message"] == "log_behind"
    await sequence(app.database, app.keys)
    content = await exported(diego, case)
    checked = check_pack(content)
    assert checked.problems == []
    assert any(line.startswith("recomputed  1 evaluations of 1 versions over 3 movements") for line in checked.report)
    files = unpacked(content)
    # Who paid is known where a trigger tells it; the others are numbers, and where people sat is left out.
    assert b"52998224725" not in files["movements.jsonl"]
    assert b"127.0.0.1" not in files["log/entries.jsonl"]

    # An altered byte of any file is found, and the file is named.
    for name in files:
        changed = bytearray(files[name])
        changed[len(changed) // 2] ^= 1
        problems = check_pack(zipped({**files, name: bytes(changed)})).problems
        assert any(name in each for each in problems), (name, problems)
    missing = check_pack(zipped({name: files[name] for name in files if name != "movements.jsonl"})).problems
    assert any(each.startswith("movements.jsonl: missing") for each in missing)
    added = check_pack(zipped({**files, "more.txt": b"x"})).problems
    assert any(each.startswith("more.txt") for each in added)

    # Signing the list again does not help: what is told must come out of what is there.
    forged: Mapping[str, tuple[str, Callable[[bytes], bytes], str]] = {
        "a changed rule": ("rules.json", lambda c: c.replace(b"payers_30d >= 3", b"payers_30d >= 2"), "was changed"),
        "a missing movement": ("movements.jsonl", lambda c: without_line(c, b"c1"), "comes to 2, and 3 was told"),
        "another amount": ("movements.jsonl", lambda c: c.replace(b"120000", b"120001", 1), "comes to"),
        "another value": ("evaluations.jsonl", lambda c: c.replace(b'"value":3,', b'"value":4,'), "and 4 was told"),
        "a missing evaluation": ("evaluations.jsonl", lambda c: b"", "tells 1 triggers, here are 0"),
        "a missing step": ("case.json", lambda c: c.replace(b'"n": 2', b'"n": 9', 1), "a step of"),
        "a missing event": ("log/entries.jsonl", lambda c: without_line(c, b"pld:case:dossier"), "an event is missing"),
        "a late term": ("case.json", lambda c: c.replace(b'"days": 45', b'"days": 44', 1), "is due on"),
    }
    for what, (name, change, words) in forged.items():
        altered = change(files[name])
        assert altered != files[name], what
        problems = check_pack(await signed_anew(app, {**files, name: altered})).problems
        assert any(words in each for each in problems), (what, problems)
    one_person = files["case.json"].replace(*_people(sql, case))
    assert "not decided by another person" in str(
        check_pack(await signed_anew(app, {**files, "case.json": one_person}))
    )

    # A key of somebody else's, a list signed by nobody we know, and what is no pack at all.
    stranger = sign("retaguarda/audit/x", Ed25519PrivateKey.generate(), "retaguarda/audit/x/evidence\n").encode()
    assert check_pack(zipped({**files, "pack.txt": stranger})).problems
    assert "the key that you know" in str(check_pack(content, "retaguarda/audit/other+00000000+AAAA").problems)
    assert check_pack(b"PK\x03\x04 nothing").problems
    path = tmp_path / "pack.zip"
    path.write_bytes(content)
    known = files["log/keys.txt"].decode().split("\n")[0]
    assert main([str(path), "--key", known]) == 0
    assert capsys.readouterr().out.endswith("HOLDS\n")
    path.write_bytes(content[:-9])
    assert main([str(path)]) == 1


def _people(sql: Sql, case: str) -> tuple[bytes, bytes]:
    ((proposer, decider),) = sql("select proposer, decider from pld_case where case_id = %s", case)
    return str(decider).encode(), str(proposer).encode()


async def test_a_pack_carries_nothing_that_its_exporter_may_not_see_and_is_fetched_by_nobody_else(
    diego: Person, eva: Person, ana: Person, carla: Person, work: Work, counter: Counter, app: App, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, Mover(counter.url), counter, "communicate")
    await written(diego, case)
    await sequence(app.database, app.keys)
    path = f"{CASES}/{case}/evidence"
    for stranger in (ana, carla):
        assert (await stranger.post(path, WHY)).status_code == (await stranger.get(f"{CASES}/{case}")).status_code
    assert (await diego.post(path, {})).status_code == 400
    made = await diego.post(path, WHY, key="one")
    assert (await diego.post(path, WHY, key="one")).json() == made.json()
    assert sql("select count(*) from pld_evidence") == [(1,)]
    content = f"/v1/pld-engine/evidence/{made.json()['id']}/content"
    assert (await eva.get(content)).status_code == 404
    sql(
        "update role set permissions = array(select p from unnest(permissions) p where p not in"
        " ('compliance::occurrences:read', 'kyc::requests:read', 'compliance::coaf:read'))"
    )
    await sequence(app.database, app.keys)
    plain = await exported(diego, case)
    files, checked = unpacked(plain), check_pack(plain)
    assert checked.problems == []
    assert "closed      alerts, documents, communications" in checked.report
    assert not {"rules.json", "evaluations.jsonl", "movements.jsonl"} & set(files)
    told = b"".join(files.values())
    for secret in (b"COAF-", b"pld:communication", b"payers_30d", b"AL-0000"):
        assert secret not in told.replace(b"AL-000001", b"") or secret == b"AL-0000", secret
    # Its bytes are sealed, and gone a day later; who took it and its hash stay.
    ((sealed,),) = sql("select content from pld_evidence where id = %s", made.json()["id"])
    assert b"case.json" not in bytes(sealed)
    assert offenders(counter.url).keys() & {"pld_evidence_is_recorded"} == set()
    sql("update pld_evidence set made_at = made_at - interval '25 hours'")
    assert (await diego.get(content)).status_code == 404
    await forget_packs(app.database)
    assert sql("select count(content), count(*) from pld_evidence") == [(0, 2)]
    sql("update pld_evidence set sha256 = sha256('other') where id = %s", made.json()["id"])
    assert offenders(counter.url)["pld_evidence_is_recorded"] == 1


def test_a_pack_of_which_any_one_byte_is_another_does_not_hold_and_no_byte_stops_the_checker() -> None:
    pack = zipped({"case.json": bytes(place * 7 % 251 for place in range(900)), "pack.txt": b"pack\n" * 40})
    for place in range(len(pack)):
        content = bytearray(pack)
        content[place] ^= 1
        assert check_pack(bytes(content)).problems


def test_the_checker_counts_every_act_on_a_case() -> None:
    # The checker runs without a database and without the rooms, so it names the acts itself.
    assert {each.name for each in case_commands(PartyKeys(Keys(SECRET)))} == set(CASE_COMMANDS)


@pytest.mark.parametrize("target", ["merchant", "end_user"])
async def test_every_feature_is_computed_offline_as_the_database_computes_it(
    app: App, peopled_url: str, target: Target
) -> None:
    facts = random_facts(5, 90)
    book_all(peopled_url, facts)
    ours = [each for each in facts if each.currency == "BRL" and each.sides(target)[0] is not None]
    told = await engine(app, target)
    for subject in {each.sides(target)[0] or "" for each in ours}:
        history = sorted(
            (
                PackMovement(
                    target,
                    "BRL",
                    subject,
                    each.movement,
                    round(each.at.timestamp() * 1_000_000),
                    each.direction,
                    each.kind,
                    each.amount,
                    each.sides(target)[1],
                )
                for each in ours
                if each.sides(target)[0] == subject
            ),
            key=order_of,
        )
        for place, each in enumerate(history):
            expected = told[subject, each.movement]
            assert features_at(history, place, NAMES) == expected, each
