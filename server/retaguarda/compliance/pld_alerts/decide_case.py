"""What is done with a case of PLD: investigate it, write its dossier, propose an end, and decide it as another person."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from retaguarda.cases.model import CaseFile
from retaguarda.cases.transitions import add_step, move_file, refuse_unless
from retaguarda.compliance.pld_alerts.clock import communication_due, term_of
from retaguarda.compliance.pld_alerts.model import (
    CaseBlock,
    CaseDecision,
    CaseMove,
    DossierInput,
    PldCase,
    ProposeInput,
)
from retaguarda.compliance.pld_alerts.queries import CaseRow, case_for_update, case_shape, find_case
from retaguarda.compliance.pld_alerts.seal_dossier import Dossiers, DossierTexts
from retaguarda.compliance.pld_alerts.tables import CASES, CASES_WRITE
from retaguarda.compliance.pld_alerts.write_block_entry import block_subject
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, CaseFile, CaseRow, I], Awaitable[CaseFile]]

_OPEN = ("opened", "investigating", "waiting")
#: Choice → states before, state after, and the kind of its step; no state after: it stays.
_MOVES: Mapping[str, tuple[tuple[str, ...], str | None, str]] = {
    "investigate": (("opened",), "investigating", "taken"),
    "wait": (("investigating",), "waiting", "waiting"),
    "resume": (("waiting",), "investigating", "resumed"),
    "note": ((*_OPEN, "proposed", "decided", "communicated"), None, "note"),
    "close": (("decided", "communicated"), "closed", "closed"),
}
_SETS: Mapping[str, str] = {"investigate": "owner_id = %(person)s", "close": "closed_at = clock_timestamp()"}


async def _move(
    dossiers: Dossiers, tx: Tx, principal: Principal, file: CaseFile, row: CaseRow, given: CaseMove
) -> CaseFile:
    states, to, kind = _MOVES[given.choice]
    refuse_unless(file, *states)
    if given.choice == "close" and row.decision == "communicate" and file.state != "communicated":
        raise ApiError(409, "case_not_communicated", f"case {file.protocol} waits for COAF's receipt")
    text = printable_or_none("text", given.text)
    if given.choice == "note" and text is None:
        raise invalid_field("text", "field_required", "a note says something")
    after = file
    if to is not None:
        after = await move_file(tx, file, to, _SETS.get(given.choice, ""), person=principal.person_id)
    await dossiers.add_step(tx, file, principal.email, kind, text)
    if to == "closed":
        await tx.execute(
            "insert into pld_case_seal (case_id, sha256) values (%(id)s, pld_case_hash(%(id)s))", {"id": file.id}
        )
    return after


async def _write(
    dossiers: Dossiers, tx: Tx, principal: Principal, file: CaseFile, row: CaseRow, given: DossierInput
) -> CaseFile:
    refuse_unless(file, *_OPEN)
    unknown = [code for code in given.typologies if code not in typologies()]
    if unknown:
        raise invalid_field("typologies", "not_found", f"Carta Circular 4.001 has no code {unknown[0]} that we know")
    texts = {
        name: printable_or_none(name, getattr(given, name)) or "" for name in ("facts", "capacity", "origin", "grounds")
    }
    await tx.execute(
        "update pld_case set facts = '', capacity = '', origin = '', grounds = '', dossier = %(dossier)s, dossier_parts = %(parts)s,"
        " typologies = %(typologies)s where company_id = 1 and case_id = %(id)s",
        {
            "dossier": await dossiers.seal(tx, file.id, DossierTexts(**texts)),
            "parts": [name for name, text in texts.items() if text],
            "typologies": sorted(set(given.typologies)),
            "id": file.id,
        },
    )
    await add_step(tx, file, principal.email, "dossier")
    return file


async def _propose(tx: Tx, principal: Principal, file: CaseFile, row: CaseRow, given: ProposeInput) -> CaseFile:
    refuse_unless(file, "investigating")
    lacking = missing_of(row, given.proposal)
    if lacking:
        raise ApiError(409, "dossier_incomplete", f"the dossier lacks {', '.join(lacking)}")
    await tx.execute(
        "update pld_case set proposal = %(proposal)s, proposer = %(person)s, proposed_by = %(by)s,"
        " proposed_at = clock_timestamp() where company_id = 1 and case_id = %(id)s",
        {"proposal": given.proposal, "person": principal.person_id, "by": principal.email, "id": file.id},
    )
    after = await move_file(tx, file, "proposed")
    await add_step(tx, file, principal.email, f"proposed_{given.proposal}")
    return after


async def _decide(
    dossiers: Dossiers, tx: Tx, principal: Principal, file: CaseFile, row: CaseRow, given: CaseDecision
) -> CaseFile:
    refuse_unless(file, "proposed")
    if principal.person_id == row.proposer:
        raise ApiError(409, "own_proposal", "you proposed this; somebody else decides it")
    text = printable("text", given.text)
    if not given.agree:
        await tx.execute(
            "update pld_case set proposal = null, proposer = null, proposed_by = null, proposed_at = null"
            " where company_id = 1 and case_id = %(id)s",
            {"id": file.id},
        )
        after = await move_file(tx, file, "investigating")
        await dossiers.add_step(tx, file, principal.email, "sent_back", text)
        return after
    now = await tx.value("select now()")
    due = communication_due(now, await term_of(tx, "communication", now.date()))
    await tx.execute(
        "update pld_case set decision = proposal, decider = %(person)s, decided_by = %(by)s, decided_at = %(now)s,"
        " communicate_due = case when proposal = 'communicate' then %(due)s::date end"
        " where company_id = 1 and case_id = %(id)s",
        {"person": principal.person_id, "by": principal.email, "now": now, "due": due, "id": file.id},
    )
    after = await move_file(tx, file, "decided", "answered_at = clock_timestamp()")
    await dossiers.add_step(tx, file, principal.email, f"decided_{row.proposal}", text)
    return after


def missing_of(row: CaseRow, proposal: str | None) -> list[Any]:
    """What still stands in the way of a proposal; the codes only where it is to be communicated."""
    needed = ("facts", "grounds", "typologies") if proposal == "communicate" else ("facts", "grounds")
    return [name for name in needed if not getattr(row, name)]


def _act(
    dossiers: Dossiers,
    action: str,
    summary: str,
    takes: type[I],
    act: Act[I],
    permission: Permission = CASES_WRITE,
) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        file, row = await case_for_update(tx, path)
        after = await act(tx, principal, file, await dossiers.opened(tx, row), given)
        told: dict[str, Any] = {"protocol": file.protocol}
        if after.state != file.state:
            told |= {"from": file.state, "to": after.state}
        found = await find_case(tx, file.id)
        assert found is not None
        return Done(str(file.id), case_shape(found[0], await dossiers.opened(tx, found[1])), told)

    return Command(
        name=f"pld:case:{action}",
        method="POST",
        path=f"{CASES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=permission,
        scope=HOUSE,
        input=takes,
        answers=PldCase,
        apply=apply,
        keyed=False,
        approvable=action == "decide",
        shows=named_by("protocol") if action == "decide" else None,
    )


def case_commands(keys: PartyKeys) -> tuple[Command[Any], ...]:
    dossiers = Dossiers(keys)
    act = partial(_act, dossiers)
    return (
        act(
            "move",
            "Investigate a case of PLD, let it wait, note something, or close it",
            CaseMove,
            partial(_move, dossiers),
        ),
        act("dossier", "Write the dossier of a case of PLD", DossierInput, partial(_write, dossiers)),
        act("block", "Put the subject of a case of PLD on the block list", CaseBlock, partial(block_subject, dossiers)),
        act("propose", "Propose to archive, to communicate, or to end the relationship", ProposeInput, _propose),
        act(
            "decide",
            "Decide what somebody else proposed for a case of PLD",
            CaseDecision,
            partial(_decide, dossiers),
            Permission.COMPLIANCE_CASES_DECIDE,
        ),
    )
