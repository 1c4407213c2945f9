"""The month's Pix report: its figures out of the books, its file by the Central Bank's schema, frozen once."""

import hashlib
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Any

import psycopg
import pytest

from people import Person
from retaguarda.availability.check_schema import Schema
from retaguarda.availability.write_apix import SCHEMA
from retaguarda.foundation.local_day import BRASILIA, today
from support.charges import Counter, offenders

REPORTS, MONTH = "/v1/audit/apix-reports", "/v1/audit/availability"
LAST = f"{today(BRASILIA).replace(day=1) - timedelta(days=1):%Y-%m}"
BODY = {
    "month": LAST,
    "kind": "I",
    "responsible": "Diego Ramos",
    "email": "diego@retaguarda.example",
    "phone": "1130000000",
    "dict_lookups": 1_240,
    "dict_lookup": 12,
}


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def test_the_report_of_a_month_is_frozen_once_and_passes_the_schema(
    diego: Person, ana: Person, carla: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 3_700)
    # As if it had been paid last month.
    sql(
        "update pix_payment set received_at = %s::date + time '12:00', paid_at = %s::date + time '11:59:58.7'",
        date.fromisoformat(f"{LAST}-15"),
        date.fromisoformat(f"{LAST}-15"),
    )
    frozen = await diego.post(REPORTS, BODY)
    assert frozen.status_code == 201, frozen.text
    file = await diego.get(REPORTS, month=LAST)
    assert (file.status_code, file.headers["content-type"]) == (200, "application/xml")
    assert hashlib.sha256(file.content).hexdigest() == frozen.json()["sha256"]
    assert Schema(SCHEMA).problems(file.content) == []
    text = file.text
    assert "<QtdTransacoes>1</QtdTransacoes><ValorTransacoes>37.00</ValorTransacoes>" in text
    assert 'QtdConsultas="1240"' in text
    assert 'Perc99TempoUsuarioConsulta="1.2"' in text
    assert 'Perc50TempoExpUsuarioInter="1.3"' in text
    # The schema keeps the index below 100.
    assert 'IndiceDisponibilidade="99.99"' in text
    again = await diego.post(REPORTS, BODY)
    assert (again.status_code, again.json()["message"]) == (409, "report_frozen_already")
    assert (await diego.get(MONTH, month=LAST)).json()["apix"]["sha256"] == frozen.json()["sha256"]
    with pytest.raises(psycopg.DatabaseError, match="append-only"):
        sql("update apix_report set content = 'x'")
    sql("alter table apix_report disable trigger user")
    sql("update apix_report set content = content || ' '::bytea")
    assert set(offenders(counter.url)) == {"apix_reports_are_as_they_were_frozen"}
    sql("update apix_report set content = substr(content, 1, length(content) - 1)")
    sql("alter table apix_report enable trigger user")
    assert (await carla.get(REPORTS, month=LAST)).status_code in (403, 404)
    assert (await carla.post(REPORTS, BODY)).status_code in (403, 404)


async def test_a_month_that_runs_and_a_contact_that_does_not_fit_are_refused(diego: Person) -> None:
    running = await diego.post(REPORTS, BODY | {"month": f"{today(BRASILIA):%Y-%m}"})
    assert (running.status_code, running.json()["message"]["month"]) == (400, ["month_not_over"])
    wrong = await diego.post(REPORTS, BODY | {"email": "nobody at home"})
    assert (wrong.status_code, wrong.json()["message"]) == (409, "apix_invalid")
    assert (await diego.get(REPORTS, month=LAST)).status_code == 404


VALID = (
    '<APIX001 DtArquivo="2026-11-02" Ano="2026" Mes="10" ISPB="11222333" NomeResp="A" EmailResp="a@b.example" TelResp="1"'
    ' TipoEnvio="I"><Transacoes>'
    + "".join(
        f"<Transacao><QtdTransacoes>0</QtdTransacoes><ValorTransacoes>0.00</ValorTransacoes>"
        f"<DetalhamentoTransacoes>{n}</DetalhamentoTransacoes></Transacao>"
        for n in range(1, 6)
    )
    + '</Transacoes><Devolucoes QtdDevolucoes="0" ValorDevolucoes="0.00"/><Receitas>'
    + "".join(
        f"<Receita><ValorReceita>0.00</ValorReceita><FonteReceita>{n}</FonteReceita></Receita>" for n in range(1, 4)
    )
    + '</Receitas><TemposTransacoes Perc50TempoExpUsuarioInter="0.0" Perc99TempoExpUsuarioInter="9999.9"'
    ' Perc50TempoExpUsuarioIntra="0.0" Perc99TempoExpUsuarioIntra="0.0"/><TemposDict Perc99TempoUsuarioConsulta="0.0"'
    ' Perc99TempoEnvioRegistro="0.0" Perc99TempoExpUsuarioRegistro="0.0" Perc99TempoExpUsuarioExclusao="0.0"'
    ' Perc99TempoNotificacaoPortabilidade="0.0" Perc99TempoEnvioPortabilidade="0.0"/><ConsultasDict QtdConsultas="0"/>'
    '<Disponibilidade IndiceDisponibilidade="99.99"/></APIX001>'
)


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ('IndiceDisponibilidade="99.99"', 'IndiceDisponibilidade="100"', "breaks maxExclusive"),
        ('IndiceDisponibilidade="99.99"', 'IndiceDisponibilidade="9.987"', "breaks fractionDigits"),
        ('Mes="10"', 'Mes="13"', "breaks maxInclusive"),
        ('ISPB="11222333"', 'ISPB="1122233"', "breaks pattern"),
        ('TipoEnvio="I"', 'TipoEnvio="X"', "is not allowed"),
        ('DtArquivo="2026-11-02"', 'DtArquivo="2026-11-31"', "is no day"),
        ('TelResp="1"', 'TelResp="123456789012345"', "breaks maxLength"),
        (' Ano="2026"', "", "required"),
        (' Ano="2026"', ' Ano="2026" Dia="1"', "not known"),
        ('<ConsultasDict QtdConsultas="0"/>', "", "0 of them, not 1 to 1"),
        ("<QtdTransacoes>0</QtdTransacoes>", "<QtdTransacoes>-1</QtdTransacoes>", "breaks minInclusive"),
        ("<QtdTransacoes>0</QtdTransacoes>", "<QtdTransacoes>x</QtdTransacoes>", "is no number"),
        ("</APIX001>", "<Mais/></APIX001>", "not here"),
        (">5</DetalhamentoTransacoes>", ">6</DetalhamentoTransacoes>", "breaks pattern"),
    ],
)
def test_what_the_schema_forbids_is_found(right: str, wrong: str, problem: str) -> None:
    schema = Schema(SCHEMA)
    assert schema.problems(VALID.encode()) == []
    assert VALID.count(right) >= 1
    (found, *_) = schema.problems(VALID.replace(right, wrong, 1).encode())
    assert problem in found
