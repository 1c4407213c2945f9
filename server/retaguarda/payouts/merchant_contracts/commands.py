"""Commands on merchants' contracts: compare again, enter what the source says, accept a difference, take the source's value."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any

from retaguarda.companies.commands.change_status import BLOCK
from retaguarda.companies.model import CompanyBlockInput
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, of_subject, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payouts.merchant_contracts.apply_source_value import ALSO, take_value, value_elsewhere
from retaguarda.payouts.merchant_contracts.model import (
    LONGEST_ACCEPTED,
    SEVERITIES,
    AcceptInput,
    Blocking,
    BlockingInput,
    MerchantContract,
    SourceInput,
    TakeInput,
)
from retaguarda.payouts.merchant_contracts.parse_said import parse_said
from retaguarda.payouts.merchant_contracts.queries import (
    contract_standing,
    field_of,
    load_blocking,
    load_contract,
    of_contract,
)
from retaguarda.payouts.merchant_contracts.tables import CONTRACT_FIELDS

WRITE = Permission.PAYOUT_CONTRACTS_WRITE


def subject_of(company: int) -> str:
    """A merchant's number could be the id of anything else in the log."""
    return f"contract:{company}"


async def _check(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return await _compared(tx, principal.chosen())


async def _record_source(tx: Tx, principal: Principal, given: SourceInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    said = parse_said(given.field, printable("said", given.said))
    await tx.execute("select contract_compare(%(company)s)", {"company": company})
    await tx.execute(
        "update contract_check set said = %(said)s, source = %(source)s, said_until = %(until)s, said_by = %(by)s,"
        " said_at = clock_timestamp(), accepted_until = null, accepted_reason = null, accepted_by = null"
        " where company_id = %(company)s and field = %(field)s",
        {
            "company": company,
            "field": given.field,
            "said": said,
            "source": printable("source", given.source),
            "until": given.until,
            "by": principal.email,
        },
    )
    return await _compared(tx, company, field=given.field, said=said)


async def _accept(tx: Tx, principal: Principal, given: AcceptInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    field = await field_of(tx, company, given.field)
    if field.state == "equal":
        raise ApiError(409, "contract_field_equal", "there is no difference to accept")
    today: date = await tx.value(
        "select (now() at time zone time_zone)::date from company where id = %(company)s", {"company": company}
    )
    if not today <= given.until <= today + timedelta(days=LONGEST_ACCEPTED):
        raise invalid_field("until", "out_of_range", "until is a day from today to a year from now")
    await tx.execute(
        "update contract_check set accepted_until = %(until)s, accepted_reason = %(reason)s, accepted_by = %(by)s"
        " where company_id = %(company)s and field = %(field)s",
        {
            "company": company,
            "field": given.field,
            "until": given.until,
            "reason": printable("reason", given.reason),
            "by": principal.email,
        },
    )
    return await _done(tx, company, field=given.field)


async def _take(tx: Tx, principal: Principal, given: TakeInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    printable("reason", given.reason)
    await tx.execute("select contract_compare(%(company)s)", {"company": company})
    field = await field_of(tx, company, given.field)
    if not field.takeable:
        raise ApiError(409, "contract_field_same", "the source says nothing else of this field")
    await take_value(tx, principal, field)
    done = await _compared(tx, company, field=given.field)
    if (await field_of(tx, company, given.field)).state == "differs":
        raise value_elsewhere()
    return done


async def _stop(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    await BLOCK.apply(tx, principal, CompanyBlockInput("out", given.reason), {"id": str(company)})
    return await _done(tx, company)


async def _set_blocking(tx: Tx, principal: Principal, given: BlockingInput, path: Mapping[str, str]) -> Done:
    printable("reason", given.reason)
    await tx.execute(
        "insert into contract_blocking (company_id, severities) values (1, %(severities)s)"
        " on conflict (company_id) do update set severities = excluded.severities",
        {"severities": [name for name in SEVERITIES if getattr(given, name)]},
    )
    return Done("contract:blocking", await load_blocking(tx), {"name": ""})


async def _blocking(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Blocking:
    return await load_blocking(tx)


async def _compared(tx: Tx, company: int, **data: str) -> Done:
    await tx.execute("select contract_compare(%(company)s)", {"company": company})
    return await _done(tx, company, **data)


async def _done(tx: Tx, company: int, **data: str) -> Done:
    contract = await load_contract(tx, company)
    assert contract is not None
    return Done(subject_of(company), contract, {"name": contract.name, **data})


_on_contract = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=with_second_factor(of_subject(of_contract)),
    planned=True,
    answers=MerchantContract,
    shows=named_by("name"),
    subject=contract_standing,
    keyed=False,
)
_ONE = f"{CONTRACT_FIELDS.path}/{{id:str}}"

COMMANDS: tuple[Command[Any], ...] = (
    _on_contract(
        name="payouts:contract:check",
        path=f"{_ONE}/check",
        summary="Compare a merchant's contract with what holds now",
        input=Nothing,
        apply=_check,
    ),
    _on_contract(
        name="payouts:contract:record_source",
        path=f"{_ONE}/source",
        summary="Record what the contract, or another source, says of a field",
        input=SourceInput,
        apply=_record_source,
        approvable=True,
    ),
    _on_contract(
        name="payouts:contract:accept",
        path=f"{_ONE}/accept",
        summary="Live with a difference until a day",
        input=AcceptInput,
        apply=_accept,
        approvable=True,
    ),
    _on_contract(
        name="payouts:contract:take",
        path=f"{_ONE}/take",
        summary="Give the merchant what the source says, by the Command of companies for it",
        input=TakeInput,
        apply=_take,
        approvable=True,
        also=ALSO,
    ),
    _on_contract(
        name="payouts:contract:stop",
        path=f"{_ONE}/stop",
        summary="Stop the payouts of a merchant",
        input=ReasonInput,
        apply=_stop,
        approvable=True,
        also=(BLOCK.name,),
    ),
    Command(
        name="payouts:contract:set_blocking",
        method="PUT",
        path="/v1/payouts/contract-blocking",
        summary="Say which differences stop the payouts of every merchant",
        permission=WRITE,
        scope=with_second_factor(HOUSE),
        planned=True,
        input=BlockingInput,
        answers=Blocking,
        apply=_set_blocking,
        keyed=False,
        approvable=True,
        subject=_blocking,
    ),
)
