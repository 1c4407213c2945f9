"""What the demo keeps of those who pay out: banks in each state, franchise units, account owners, contracts beside what is in use."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from retaguarda.foundation import local_day
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.payouts.account_owners.commands import COMMANDS as OWNERS
from retaguarda.payouts.banks.commands import COMMANDS as BANKS
from retaguarda.payouts.franchises.commands import COMMANDS as UNITS
from retaguarda.payouts.merchant_contracts.commands import COMMANDS as CONTRACTS
from retaguarda.payouts.merchant_contracts.jobs import Nightly
from retaguarda_demo.run_commands import do

MERCHANT, STAFF, SECOND = 2, "diego@retaguarda.example", "eva@retaguarda.example"
_COMMANDS: Mapping[str, Command[Any]] = {command.name: command for command in (*OWNERS, *BANKS, *UNITS, *CONTRACTS)}
#: Whose accounts were refused by their banks again and again.
_REFUSED = 7
#: ISPB and name → the codes with which its bank refused a centavo, each by so many accounts.
_BANKS = {
    ("31872495", "BCO C6 S.A."): ("AB09", "AB09", "AB03", "AB09", "AB09", "AB11", "AB09", "AB09"),
    ("18236120", "NU PAGAMENTOS - IP"): ("AC03", "AC03", "AB03", "AC03", "AC03", "AC06", "AC03", "AC03"),
    ("00416968", "BANCO INTER"): ("AC03", "AC03", "AC06", "AC03", "AC03", "AC06", "AC03", "AC03"),
}
_ACCOUNTS = 3
_REFUSE = """
    with account as (insert into bank_account (company_id, id, nickname, kind, ownership, ispb, bank_name, branch, number,
        account_type, holder_name, holder_document, status, reason, usable_from, created_at)
      values (%(company)s, %(id)s, %(nickname)s, 'account', 'trusted', %(ispb)s, %(bank)s, '0001', %(number)s, 'TRAN',
              'Fornecedor de teste', %(document)s, 'rejected', %(code)s, now() - interval '1 day', now() - interval '2 days')
      returning company_id, id)
    insert into payout_order (company_id, id, bank_account_id, attempt, provider_id, end_to_end_id, amount, currency, state, code,
                              reason, created_at, ended_at)
    select a.company_id, gen_random_uuid(), a.id, c.place, replace(gen_random_uuid()::text, '-', ''),
           'E12345678' || to_char(now(), 'YYYYMMDDHH24MI') || substr(md5(a.id || c.place::text), 1, 11), 1, 'BRL', 'refused', c.code,
           'Recusado pelo banco recebedor', now() - c.place * interval '1 minute' - interval '3 seconds',
           now() - c.place * interval '1 minute'
      from account a, unnest(%(codes)s::text[]) with ordinality c (code, place)
"""


def _numbered(base: str) -> str:
    return base + check_digits(base)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Does things through the one door, as everybody does."""

    database: Database

    async def do(
        self, name: str, body: Mapping[str, Any], *, at: str = "", of: int = MERCHANT, who: str = STAFF
    ) -> Any:
        path = {"id": at} if at else {}
        command = _COMMANDS[f"payouts:{name}"]
        return await do(self.database, who, of, command, body, key=str(uuid7()), path=path, two_factor=True)


async def load_registers(database: Database) -> None:
    desk = _Desk(database)
    await _refuse_at_banks(database)
    mark = {"state": "down", "hours": 48, "reason": "Manutenção anunciada pelo banco"}
    await desk.do("bank:mark", mark, at="90400888", of=PROVIDER)
    await _add_units(desk)
    await _add_owners(desk)
    await _compare_contracts(desk)


async def _refuse_at_banks(database: Database) -> None:
    """Centavos that banks refused today: so some are down, degraded or up by what is measured."""
    async with database.transaction(SYSTEM) as tx:
        for (ispb, bank), codes in _BANKS.items():
            for place in range(_ACCOUNTS):
                await tx.execute(
                    _REFUSE,
                    {
                        "company": _REFUSED,
                        "id": uuid7(),
                        "nickname": f"Fornecedor {ispb[:4]}-{place + 1}",
                        "ispb": ispb,
                        "bank": bank,
                        "number": f"{ispb}{place}",
                        "document": _numbered("123456789"),
                        "codes": list(codes),
                        "code": codes[0],
                    },
                )


async def _add_units(desk: _Desk) -> None:
    today = local_day.today(local_day.BRASILIA)
    async with desk.database.transaction(SYSTEM) as tx:
        rows = await tx.all(
            "select nickname, id from bank_account where company_id = %(company)s and status = 'verified'",
            {"company": MERCHANT},
        )
    accounts = {str(row["nickname"]): str(row["id"]) for row in rows}
    since, over = str(today - timedelta(days=700)), str(today - timedelta(days=9))
    units: tuple[tuple[str, str, Mapping[str, Any], tuple[tuple[str, str, str], ...], str], ...] = (
        (
            "Aurora Pinheiros",
            "900200100001",
            {"contract": "F-011", "royalty": "5.5", "budget": {"amount": 9_000_000}},
            (("Clara Meireles", "900200101", "70"), ("Jonas Meireles", "900200102", "30")),
            "Reserva",
        ),
        (
            "Aurora Batel",
            "900200200001",
            {"contract": "F-014", "royalty": "6", "budget": {"amount": 4_000_000}},
            (("Igor Batista", "900200201", "60"),),
            "",
        ),
        (
            "Aurora Ipanema",
            "900200300001",
            {"contract": "F-003", "royalty": "4.75", "valid_to": over},
            (("Praia Participações", "900200310001", "100"),),
            "Chave CNPJ",
        ),
        ("Aurora Savassi", "900200400001", {"contract": "F-009", "royalty": "5.5"}, (), ""),
    )
    unit = ""
    for name, base, terms, owners, account in units:
        body = {"name": name, "document": _numbered(base), "valid_from": since, **terms}
        unit = (await desk.do("franchise:add", body))["id"]
        for owner, document, share in owners:
            given = {"name": owner, "document": _numbered(document), "share": share}
            await desk.do("franchise:add_owner", given, at=unit)
        if account in accounts:
            await desk.do("franchise:add_destination", {"bank_account": accounts[account]}, at=unit)
    await desk.do("franchise:suspend", {"reason": "Mudança de titulares em análise"}, at=unit)


async def _add_owners(desk: _Desk) -> None:
    """In force and ready, near its end with a next version, expired, a draft, and retired."""
    today = local_day.today(local_day.BRASILIA)
    since = str(today - timedelta(days=400))
    house = {"name": "Retaguarda Instituição de Pagamento S.A.", "document": "11222333000181", "account_type": "CACC"}
    places: Mapping[str, Mapping[str, str]] = {
        "bb": {"ispb": "00000000", "branch": "1584", "number": "00210169", "digit": "6", "cnab_code": "7740021"},
        "itau": {"ispb": "60701190", "branch": "2545", "number": "02366", "digit": "1", "cnab_code": "0290"},
        "santander": {"ispb": "90400888", "branch": "0189", "number": "01017417", "digit": "9"},
        "bradesco": {"ispb": "60746948", "branch": "1425", "number": "0238069", "digit": "2"},
        "caixa": {"ispb": "00360305", "branch": "2004", "number": "00100000448", "digit": "6"},
    }
    ends = {"itau": 12, "santander": -3}
    added = dict[str, str]()
    for bank, place in places.items():
        last = {"valid_to": str(today + timedelta(days=ends[bank]))} if bank in ends else {}
        body = {**house, **place, **last, "valid_from": since, "receipt_text": "Pago por Retaguarda Pagamentos"}
        added[bank] = (await desk.do("account_owner:add", body, of=PROVIDER))["id"]
        if bank != "bradesco":
            await desk.do("account_owner:verify", {}, at=added[bank], of=PROVIDER, who=SECOND)
            await desk.do("account_owner:activate", {}, at=added[bank], of=PROVIDER)
    signer = {"name": "Sílvia Rezende", "document": _numbered("900300101"), "valid_from": since}
    for bank in ("bb", "itau", "santander"):
        await desk.do("account_owner:add_signer", signer, at=added[bank], of=PROVIDER)
        for method, number in (("pix", "889001"), ("ted", "889002")):
            agreement = {"method": method, "number": number, "last_nsa": 41, "reason": "Convênio em uso"}
            await desk.do("account_owner:set_agreement", agreement, at=added[bank], of=PROVIDER)
    renewed = {**house, **places["itau"], "valid_from": str(today + timedelta(days=13)), "reason": "Renovação"}
    await desk.do("account_owner:revise", renewed, at=added["itau"], of=PROVIDER)
    await desk.do("account_owner:retire", {"reason": "Conta encerrada"}, at=added["caixa"], of=PROVIDER)


async def _compare_contracts(desk: _Desk) -> None:
    await Nightly(desk.database).run()
    today = local_day.today(local_day.BRASILIA)
    over = str(today - timedelta(days=20))
    said: tuple[tuple[int, str, str, str | None], ...] = (
        (2, "legal_name", "Loja Aurora Comércio Ltda", None),
        (2, "payin_fee", "0.99", None),
        (2, "payout_fee", "1.50", None),
        (2, "most_once", "1000000", None),
        (2, "products", "payin, payout", None),
        (3, "payin_fee", "0.99", None),
        (3, "legal_name", "Outra Praça Livros Ltda", None),
        (6, "most_once", "20000", None),
        (6, "payout_fee", "1.20", None),
        (7, "payin_fee", "0.99", over),
    )
    for company, field, value, until in said:
        source = {"field": field, "said": value, "source": "Contrato de adesão, anexo II", "until": until}
        await desk.do("contract:record_source", source, at=str(company), of=company)
    accepted = {"field": "most_once", "until": str(today + timedelta(days=90)), "reason": "Limite em revisão"}
    await desk.do("contract:accept", accepted, at="6", of=6)
