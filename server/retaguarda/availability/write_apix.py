"""The month's Pix report, APIX001 (document 1201 of the Central Bank, IN BCB 32/2020), by the schema in ``schemas``.

The schema is version 1.0.3 of December 2020. The Central Bank has published newer ones, which we could not read: the file is
prepared and checked by this one, and the screen says so. What only the provider that takes part in Pix can know, the times at
DICT and the look-ups, is typed by the person who freezes the report.
"""

import hashlib
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from retaguarda.availability.check_schema import Schema
from retaguarda.availability.model import ApixReport
from retaguarda.availability.routes import bounds_of, month_of
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.receipt import issuer_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

SCHEMA = Path(__file__).with_name("schemas") / "APIX001-v1.0.3.xsd"
#: The schema keeps the index below 100: a perfect month is 99.99.
_MOST_INDEX = 9_999
#: The longest time that fits, in tenths of a second.
_MOST_TENTHS = 99_999

Tenths = Annotated[int, msgspec.Meta(ge=0, le=_MOST_TENTHS)]


class ApixInput(msgspec.Struct, forbid_unknown_fields=True):
    """``kind``: I for the first report of the month, S for one that takes its place. Times at DICT in tenths of a second, 99 %."""

    month: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$")]
    kind: Literal["I", "S"]
    responsible: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    email: Annotated[str, msgspec.Meta(min_length=3, max_length=100)]
    phone: Annotated[str, msgspec.Meta(min_length=1, max_length=14)]
    dict_lookups: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    dict_lookup: Tenths = 0
    dict_sent: Tenths = 0
    dict_registered: Tenths = 0
    dict_excluded: Tenths = 0
    dict_portability_told: Tenths = 0
    dict_portability_sent: Tenths = 0


class _Counted(msgspec.Struct):
    """What was counted of a month; amounts in centavos, times in tenths of a second."""

    payments: int
    payments_amount: int
    refunds: int
    refunds_amount: int
    fees: int
    p50: int
    p99: int


async def _freeze(tx: Tx, principal: Principal, given: ApixInput, path: Mapping[str, str]) -> Done:
    first, after = bounds_of(given.month)
    if after.astimezone(BRASILIA).date() > today(BRASILIA):
        raise invalid_field("month", "month_not_over", "this month is not over")
    counted = msgspec.convert(await tx.one(_COUNT, {"first": first, "after": after}), _Counted)
    payin = next(each for each in (await month_of(tx, given.month)).services if each.service == "payin")
    content = apix_file(given, counted, payin.index, (await issuer_of(tx)).ispb, today(BRASILIA))
    problems = Schema(SCHEMA).problems(content)
    if problems:
        raise ApiError(409, "apix_invalid", "; ".join(problems)[:500])
    sha256 = hashlib.sha256(content).digest()
    figures = msgspec.structs.asdict(counted) | {"index": payin.index, "dict_lookups": given.dict_lookups}
    row = await tx.one(
        "insert into apix_report (month, figures, content, sha256, frozen_by)"
        " values (%(month)s, %(figures)s, %(content)s, %(sha256)s, %(by)s) on conflict do nothing"
        " returning month, encode(sha256, 'hex') as sha256, frozen_at, frozen_by",
        {
            "month": first.astimezone(BRASILIA).date(),
            "figures": json_text(figures),
            "content": content,
            "sha256": sha256,
            "by": principal.email,
        },
    )
    if row is None:
        raise ApiError(409, "report_frozen_already", f"{given.month} is frozen")
    return Done(given.month, msgspec.convert(row, ApixReport), {"report": given.month, "sha256": sha256.hex()})


def apix_file(given: ApixInput, counted: _Counted, index: int, ispb: str, day: date) -> bytes:
    """Renders the report.

    Raises:
        ApiError: 400 for a contact that holds characters which cannot be printed.
    """
    year, month = given.month.split("-")
    root = ET.Element(
        "APIX001",
        DtArquivo=day.isoformat(),
        Ano=year,
        Mes=str(int(month)),
        ISPB=ispb,
        NomeResp=printable("responsible", given.responsible),
        EmailResp=printable("email", given.email),
        TelResp=printable("phone", given.phone),
        TipoEnvio=given.kind,
    )
    payments = ET.SubElement(root, "Transacoes")
    for number in range(1, 6):
        one = ET.SubElement(payments, "Transacao")
        # All ours are of the first kind; which one of the five is which could not be confirmed.
        ET.SubElement(one, "QtdTransacoes").text = str(counted.payments if number == 1 else 0)
        ET.SubElement(one, "ValorTransacoes").text = _reais(counted.payments_amount if number == 1 else 0)
        ET.SubElement(one, "DetalhamentoTransacoes").text = str(number)
    ET.SubElement(
        root, "Devolucoes", QtdDevolucoes=str(counted.refunds), ValorDevolucoes=_reais(counted.refunds_amount)
    )
    incomes = ET.SubElement(root, "Receitas")
    for number in range(1, 4):
        one = ET.SubElement(incomes, "Receita")
        ET.SubElement(one, "ValorReceita").text = _reais(counted.fees if number == 1 else 0)
        ET.SubElement(one, "FonteReceita").text = str(number)
    ET.SubElement(
        root,
        "TemposTransacoes",
        Perc50TempoExpUsuarioInter=_seconds(counted.p50),
        Perc99TempoExpUsuarioInter=_seconds(counted.p99),
        Perc50TempoExpUsuarioIntra="0.0",
        Perc99TempoExpUsuarioIntra="0.0",
    )
    ET.SubElement(
        root,
        "TemposDict",
        Perc99TempoUsuarioConsulta=_seconds(given.dict_lookup),
        Perc99TempoEnvioRegistro=_seconds(given.dict_sent),
        Perc99TempoExpUsuarioRegistro=_seconds(given.dict_registered),
        Perc99TempoExpUsuarioExclusao=_seconds(given.dict_excluded),
        Perc99TempoNotificacaoPortabilidade=_seconds(given.dict_portability_told),
        Perc99TempoEnvioPortabilidade=_seconds(given.dict_portability_sent),
    )
    ET.SubElement(root, "ConsultasDict", QtdConsultas=str(given.dict_lookups))
    ET.SubElement(root, "Disponibilidade", IndiceDisponibilidade=_reais(min(index, _MOST_INDEX)))
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def _reais(hundredths: int) -> str:
    return f"{Decimal(hundredths) / 100:.2f}"


def _seconds(tenths: int) -> str:
    return f"{Decimal(min(tenths, _MOST_TENTHS)) / 10:.1f}"


#: How long a payment takes to be known here after it was made.
_COUNT = """
    with paid as (
      select amount, fee, greatest(0, extract(epoch from received_at - paid_at)) * 10 as tenths from pix_payment
       where received_at >= %(first)s and received_at < %(after)s
    ), given_back as (
      select amount from refund where settled_at >= %(first)s and settled_at < %(after)s and status = 'settled'
    )
    select count(*) as payments, coalesce(sum(amount), 0)::bigint as payments_amount, coalesce(sum(fee), 0)::bigint as fees,
           coalesce(round(percentile_cont(0.5) within group (order by tenths)), 0)::bigint as p50,
           coalesce(round(percentile_cont(0.99) within group (order by tenths)), 0)::bigint as p99,
           (select count(*) from given_back) as refunds,
           (select coalesce(sum(amount), 0)::bigint from given_back) as refunds_amount
      from paid
"""

FREEZE_APIX = Command(
    name="audit:apix:freeze",
    method="POST",
    path="/v1/audit/apix-reports",
    summary="Freeze the Pix report (APIX001) of a month that is over",
    permission=Permission.AUDIT_INCIDENTS_WRITE,
    scope=HOUSE,
    input=ApixInput,
    answers=ApixReport,
    apply=_freeze,
    status=201,
    approvable=True,
    shows=named_by("report"),
)
