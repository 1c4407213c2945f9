"""A list as a file: at once or by the worker, whole or not at all, and never more than its reader may see."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from conftest import as_app
from people import AURORA, OUTRA, Person
from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.lists.exports import immediate_export
from retaguarda.lists.exports import jobs as export_job
from retaguarda.lists.exports.cells import escape_formulas
from retaguarda.lists.exports.words import FILE as WORDS_FILE
from retaguarda.lists.exports.words import groups, key_of, title, values
from retaguarda.payin.charges.tables import CHARGES
from retaguarda.rooms import TABLES
from support.identity import meanwhile

LIST = "/v1/payin/charges"
FILE = f"{LIST}/export"
BOM = "\ufeff"


def rows_of(said: httpx.Response, delimiter: str = ",") -> list[list[str]]:
    assert said.status_code == 200, said.text
    assert int(said.headers["content-length"]) == len(said.content)
    text = said.content.decode()
    assert text.startswith(BOM)
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline=""), delimiter=delimiter))


async def charge(person: Person, amount: int, **more: Any) -> dict[str, Any]:
    made = await person.post("/v1/payin/charges", {"amount": {"amount": amount}, **more})
    assert made.status_code == 201, made.text
    return made.json()


async def run(app: App, name: str, **values: Any) -> None:
    """One job or cron by its name, as the queue would call it."""
    work, crons = jobs(app)
    await next(each for each in (*work, *crons) if each.name == name).run(**values)


async def run_export(app: App, export: str, sql: Callable[..., Any]) -> None:
    company, person = sql("select company_id, person_id from export where id = %s", export)[0]
    await run(app, "lists.export", company=company, person=str(person), work=export)


async def ask(person: Person, *, key: str = "", **more: Any) -> httpx.Response:
    body = {"list": "payin.payments", "format": "csv", "columns": ["id", "amount"], **more}
    return await person.post("/v1/exports", body, key=key or str(uuid4()))


async def test_csv_is_written_as_excel_of_the_language_opens_it(ana: Person, sql: Any) -> None:
    made = await charge(ana, 123_456, reference="Order 1", payer={"name": "João; José", "document": "52998224725"})
    sql("update charge set created_at = '2026-11-20 17:03:05.999Z' where id = %s", made["id"])
    asked = {"columns": "created_at,payer_name,payer_document,status,amount,paid_at", "zone": "America/Sao_Paulo"}
    said = await ana.get(FILE, format="csv", locale="pt", **asked)
    assert rows_of(said, ";") == [
        ["Criada em (America/Sao_Paulo)", "Pagador", "CPF ou CNPJ", "Situação", "Valor", "Moeda", "Paga em (America/Sao_Paulo)"],
        ["2026-11-20 14:03:05", "João; José", "***.982.247-**", "Registrando", "1234,56", "BRL", ""],
    ]  # fmt: skip
    assert re.fullmatch(r'attachment; filename="payin-payments-\d{8}-\d{6}\.csv"', said.headers["content-disposition"])
    assert said.headers["content-type"] == "text/csv; charset=utf-8"
    english = rows_of(await ana.get(FILE, format="csv", locale="en", title=list("abcdef"), **asked))
    assert english[0] == ["a (America/Sao_Paulo)", "b", "c", "d", "e", "Currency", "f (America/Sao_Paulo)"]
    assert english[1][3:6] == ["Registering", "1234.56", "BRL"]
    # What a person reads in is what they get unless they choose.
    for locale, mark, titles in (("pt", ";", ["Valor", "Moeda"]), ("en", ",", ["Amount", "Currency"])):
        sql("update person set locale = %s where email = %s", locale, ana.email)
        assert rows_of(await ana.get(FILE, format="csv", columns="amount"), mark)[0] == titles


WORDS: tuple[tuple[str, str, str, str], ...] = (
    # Locale, status, kind and flag, as they are read.
    ("pt", "Devolvida em parte", "Imediata", "não"),
    ("en", "Partially refunded", "Immediate", "no"),
)


@pytest.mark.parametrize(("locale", "status", "kind", "no"), WORDS)
async def test_values_are_words_of_the_language_of_the_file(
    ana: Person, gil: Person, diego: Person, sql: Any, locale: str, status: str, kind: str, no: str
) -> None:
    made = await charge(ana, 100)
    # How it came to be so is told elsewhere; here it is only exported.
    sql("alter table charge disable trigger allow_moves")
    sql("update charge set status = 'partially_refunded' where id = %s", made["id"])
    sql("alter table charge enable trigger allow_moves")
    mark = ";" if locale == "pt" else ","
    said = await ana.get(FILE, format="csv", locale=locale, columns="status,kind,company_id")
    assert rows_of(said, mark)[1] == [status, kind, str(AURORA)]
    sheet = sheet_of(await ana.get(FILE, format="xlsx", locale=locale, columns="status,kind"))
    assert f"<t>{status}</t>" in sheet
    people = rows_of(await gil.get("/rbac/users/export", format="csv", locale=locale, columns="sensitive"), mark)
    assert {row[0] for row in people[1:]} & {no}
    # Several in one cell are words as well.
    methods = rows_of(
        await diego.get("/v1/payin/settings/export", format="csv", locale=locale, columns="methods"), mark
    )
    assert kind in methods[1][0]


def test_every_column_and_every_choice_of_every_list_has_its_words_in_both_languages() -> None:
    seen = 0
    for table in TABLES:
        for column, language in product(table.columns, ("pt", "en")):
            # The banks call it so, in either language.
            assert column.name == "txid" or title(table.name, column.name, language) != column.name, (
                f"{table.name} has no title for {column.name} in {language}: name the list's texts in SCREENS of"
                " lists/exports/words.py, write the title there under `column`, and run `make generate`"
            )
            for choice in filter(None, column.choices):
                assert key_of(choice) in values(table.name, column.name, language), (
                    f"{table.name}.{column.name} has no word for {choice} in {language}: name the group of its words in VALUES"
                    " of lists/exports/words.py, and run `make generate`"
                )
                seen += 1
    assert seen > 400


def test_the_words_of_files_are_those_of_the_screens() -> None:
    root = Path(__file__).parents[2]
    kept = json.loads(WORDS_FILE.read_text())
    for language, group in product(("pt", "en"), groups()):
        namespace, *path = group.split(".")
        texts = json.loads((root / f"web/public/locales/{language}/{namespace}.json").read_text())
        for name in path:
            texts = texts[name]
        for key, text in kept[language][group].items():
            assert texts[key] == text, f"{group}.{key}: run `make generate`"


async def test_the_name_of_a_file_tells_the_time_by_the_clock_of_its_zone(
    ana: Person, work: Any, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Then(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Then":
            return cls(2026, 11, 21, 1, 30, 5, tzinfo=UTC)

    monkeypatch.setattr(immediate_export, "datetime", Then)
    said = await ana.get(FILE, format="csv", zone="America/Sao_Paulo")
    assert 'filename="payin-payments-20261120-223005.csv"' in said.headers["content-disposition"]
    export = (await ask(ana, zone="America/Sao_Paulo")).json()["id"]
    await work()
    sql("update export set created_at = '2026-11-21 01:30:05Z'")
    said = await ana.get(f"/v1/exports/{export}/file")
    assert 'filename="payin-payments-20261120-223005.csv"' in said.headers["content-disposition"]


async def test_everything_a_person_may_see_comes_without_a_choice_of_columns(ana: Person, diego: Person) -> None:
    await charge(ana, 100)
    row = (await ana.get(LIST)).json()[0]
    titles = rows_of(await ana.get(FILE, format="csv"))[0]
    shown = [title(CHARGES.name, name, "en") for name in row]
    # The currency has a column of its own, behind the first amount.
    shown.insert(shown.index("Amount") + 1, "Currency")
    assert [each.partition(" (")[0] for each in titles] == shown
    diego.account = str(AURORA)
    assert "Back office" in rows_of(await diego.get("/rbac/users/export", format="csv"))[0]


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "＝1", "\t=1", "\r=1", "\n=1")


async def test_no_text_is_run_as_a_formula_and_numbers_stay_numbers(ana: Person, sql: Any) -> None:
    for start in FORMULAS:
        made = await charge(ana, 100)
        sql("update charge set description = %s, fee = 150 where id = %s", start, made["id"])
    asked = {"order_by": "created_at", "sort": "asc"}
    rows = rows_of(await ana.get(FILE, format="csv", columns="description,net", title=["=1", "b"], **asked))
    assert rows == [["'=1", "b", "Currency"], *([escape_formulas(start), "-1.50", "BRL"] for start in FORMULAS)]
    assert all(row[0].startswith("'") for row in rows)
    sheet = sheet_of(await ana.get(FILE, format="xlsx", columns="description,net", **asked))
    assert all(f"<t>{start}</t>" in sheet for start in FORMULAS[:5])
    assert sheet.count("<v>-1.50</v>") == len(FORMULAS)
    assert "<f>" not in sheet


def sheet_of(said: httpx.Response) -> str:
    assert said.status_code == 200, said.text
    assert said.headers["content-type"].endswith("spreadsheetml.sheet")
    with zipfile.ZipFile(io.BytesIO(said.content)) as book:
        assert book.testzip() is None
        return book.read("xl/worksheets/sheet1.xml").decode()


async def test_a_workbook_has_numbers_and_times_of_its_own(ana: Person, sql: Any) -> None:
    made = await charge(ana, 123_456, reference="=HYPERLINK('x')")
    sql("update charge set created_at = '2026-11-20 17:03:05Z' where id = %s", made["id"])
    sheet = sheet_of(
        await ana.get(FILE, format="xlsx", columns="created_at,amount,reference", zone="America/Sao_Paulo")
    )
    # Days since Excel's beginning, and the part of the day that 14:03:05 is.
    assert re.search(r"<v>46346\.585474\d*</v>", sheet)
    assert "<v>1234.56</v>" in sheet
    assert "<t>=HYPERLINK('x')</t>" in sheet


async def test_all_that_match_come_in_the_order_of_the_list_and_nothing_else(
    ana: Person, carla: Person, diego: Person, many: Callable[[int], None]
) -> None:
    await charge(carla, 5)
    many(30)
    rows = rows_of(await ana.get(FILE, format="csv", columns="amount", amount_to=25, order_by="amount", sort="asc"))
    assert [row[0] for row in rows[1:]] == [f"0.{number:02d}" for number in range(1, 26)]
    assert len(rows_of(await carla.get(FILE, format="csv"))) == 2
    diego.account = "all"
    assert len(rows_of(await diego.get(FILE, format="csv"))) == 32


NONSENSE: tuple[tuple[dict[str, Any], Any], ...] = (
    ({}, {"format": ["not_allowed"]}),
    ({"format": "pdf"}, {"format": ["not_allowed"]}),
    ({"format": "csv", "columns": "id,colour"}, {"columns": ["not_allowed"]}),
    ({"format": "csv", "zone": "Mars/Olympus"}, {"zone": ["not_allowed"]}),
    ({"format": "csv", "zone": "../../etc/passwd"}, {"zone": ["not_allowed"]}),
    ({"format": "csv", "locale": "fr"}, {"locale": ["not_allowed"]}),
    ({"format": "csv", "columns": "id", "title": ["a", "b"]}, {"title": ["not_allowed"]}),
    ({"format": "csv", "colour": "red"}, "unknown_column"),
    ({"format": "csv", "page": "2"}, "unknown_column"),
    ({"format": "csv", "status": "lost"}, {"status": ["not_allowed"]}),
)


async def test_what_makes_no_sense_is_refused_before_anything_is_written(ana: Person, sql: Any) -> None:
    for asked, message in NONSENSE:
        said = await ana.get(FILE, **asked)
        assert (said.status_code, said.json()["message"]) == (400, message), asked
    assert sql("select count(*) from event where name = %s", immediate_export.DOWNLOADED) == [(0,)]


async def test_a_list_is_exported_by_whoever_may_read_it(ana: Person, sign_in: Any) -> None:
    assert (await ana.get("/rbac/users/export", format="csv")).status_code == 403
    assert (await ask(ana, list="access.users", columns=None)).status_code == 403
    gil = await sign_in("gil")
    titles = rows_of(await gil.get("/rbac/users/export", format="csv"))[0]
    assert "Back office" not in titles
    refused = await gil.get("/rbac/users/export", format="csv", columns="internal")
    assert (refused.status_code, refused.json()["message"]) == (400, {"columns": ["not_allowed"]})


async def test_each_download_is_on_record_without_what_was_searched_for(ana: Person, sql: Any) -> None:
    await charge(ana, 100, payer={"name": "João", "document": "52998224725"})
    rows = rows_of(await ana.get(FILE, format="csv", payer_document="52998224725", search="52998224725", amount_to=500))
    assert len(rows) == 2
    ((actor, company, data),) = sql(
        "select actor, company_id, data from event where name = %s", immediate_export.DOWNLOADED
    )
    assert (actor, company) == (ana.email, AURORA)
    assert data == {
        "list": "payin.payments",
        "format": "csv",
        "filters": {"payer_document": "…", "search": "…", "amount_to": "500"},
        "rows": 1,
    }


async def test_a_long_list_is_prepared_by_the_worker(
    ana: Person, carla: Person, sign_in: Any, many: Callable[[int], None], work: Any, sql: Any
) -> None:
    many(12_000)
    refused = await ana.get(FILE, format="csv")
    assert (refused.status_code, refused.json()["message"]) == (409, "export_too_large")
    assert refused.headers["X-Total"] == "12000"
    key = str(uuid4())
    first, again = await ask(ana, key=key), await ask(ana, key=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    export = first.json()["id"]
    assert first.json()["status"] == "queued"
    early = await ana.get(f"/v1/exports/{export}/file")
    assert (early.status_code, early.json()["message"]) == (409, "export_not_ready")
    for _ in range(2):
        await work()
    done = (await ana.get(f"/v1/exports/{export}")).json()
    assert (done["status"], done["rows"], done["total"]) == ("succeeded", 12_000, 12_000)
    rows = rows_of(await ana.get(f"/v1/exports/{export}/file"))
    assert rows[0] == ["Id", "Amount", "Currency"]
    assert len({row[0] for row in rows[1:]}) == 12_000
    assert done["bytes"] == int((await ana.get(f"/v1/exports/{export}/file")).headers["content-length"])
    listed = await ana.get("/v1/exports")
    assert [(row["id"], row["status"]) for row in listed.json()] == [(export, "succeeded")]
    (told,) = (await ana.get("/v1/notifications", locale="pt")).json()["notifications"]
    assert (told["kind"], told["redirect"]) == ("lists_export_finished", "/dashboard/exports")
    assert "12.000" in told["message"]
    for other in (carla, await sign_in("bruno"), await sign_in("diego")):
        assert (await other.get(f"/v1/exports/{export}")).status_code == 404
        assert (await other.get(f"/v1/exports/{export}/file")).status_code == 404
        assert (await other.post(f"/v1/exports/{export}/cancel")).status_code == 404
        assert (await other.get("/v1/exports")).json() == []
        assert (await other.get("/v1/notifications")).json()["notifications"] == []
    assert sql("select count(*) from event where name = %s", immediate_export.DOWNLOADED) == [(2,)]


async def test_row_security_hides_an_export_from_colleagues_and_strangers(
    ana: Person, work: Any, sql: Any, peopled_url: str
) -> None:
    await charge(ana, 100)
    await ask(ana)
    await work()
    ((person, bruno),) = sql(
        "select a.id, b.id from person a, person b where a.email like 'ana@%%' and b.email like 'bruno@%%' and %s", True
    )
    with psycopg.connect(as_app(peopled_url)) as connection:
        for company, principal, seen in ((AURORA, person, 1), (AURORA, bruno, 0), (OUTRA, person, 0)):
            connection.execute(
                "select set_config('retaguarda.companies', %s, true), set_config('retaguarda.person', %s, true)",
                (f"{{{company}}}", str(principal)),
            )
            for table in ("export", "export_chunk"):
                assert connection.execute(f"select count(*) from {table}".encode()).fetchone() == (seen,)


async def test_a_workbook_of_the_worker_is_the_same_as_one_at_once(ana: Person, work: Any) -> None:
    await charge(ana, 100, reference="=1")
    export = (await ask(ana, format="xlsx", columns=["reference", "amount"], titles=["Ref", "Value"])).json()["id"]
    await work()
    sheet = sheet_of(await ana.get(f"/v1/exports/{export}/file"))
    assert sheet == sheet_of(await ana.get(FILE, format="xlsx", columns="reference,amount", title=["Ref", "Value"]))


async def test_staff_export_all_merchants_or_the_chosen_one(
    ana: Person, carla: Person, diego: Person, work: Any
) -> None:
    await charge(ana, 100)
    await charge(carla, 200)
    for account, rows in (("all", 2), (str(OUTRA), 1), ("", 2)):
        diego.account = account
        export = (await ask(diego)).json()["id"]
        await work()
        # Whichever merchant the tab shows by then.
        diego.account = str(AURORA)
        assert len(rows_of(await diego.get(f"/v1/exports/{export}/file"))) == rows + 1


async def test_a_program_gets_files_as_its_key_allows_and_none_once_it_is_revoked(
    ana: Person, carla: Person, sign_in: Any, work: Any, sql: Any
) -> None:
    await charge(ana, 100)
    await charge(carla, 200)
    role = sql("select id from role where name = 'operator' and company_id = %s", AURORA)[0][0]
    made = (await (await sign_in("gil")).post("/rbac/keys", {"name": "Loja", "role_id": role})).json()
    program = Person(ana.client, "", token=made["secret"])
    assert len(rows_of(await program.get(FILE, format="csv"))) == 2
    assert (await program.get("/rbac/users/export", format="csv")).status_code == 403
    export = (await ask(program)).json()["id"]
    await work()
    assert len(rows_of(await program.get(f"/v1/exports/{export}/file"))) == 2
    assert (await ana.get(f"/v1/exports/{export}")).status_code == 404
    late = (await ask(program)).json()["id"]
    sql("update api_key set revoked_at = now()")
    await work()
    assert sql("select status, error from export where id = %s", late) == [("failed", "unauthorized")]


async def test_a_cancelled_export_is_never_written(ana: Person, work: Any, sql: Any) -> None:
    await charge(ana, 100)
    export = (await ask(ana)).json()["id"]
    for _ in range(2):
        said = await ana.post(f"/v1/exports/{export}/cancel", key=None)
        assert (said.status_code, said.json()["status"]) == (200, "canceled")
    await work()
    assert (await ana.get(f"/v1/exports/{export}")).json()["status"] == "canceled"
    assert (await ana.get(f"/v1/exports/{export}/file")).status_code == 409
    done = (await ask(ana)).json()["id"]
    await work()
    late = await ana.post(f"/v1/exports/{done}/cancel", key=None)
    assert (late.status_code, late.json()["message"]) == (409, "export_not_open")


async def test_an_export_cancelled_while_it_is_written_leaves_nothing(
    ana: Person, app: App, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await charge(ana, 100)
    export = (await ask(ana)).json()["id"]
    real = export_job.write

    async def cancelled_meanwhile(*args: Any) -> int:
        assert (await meanwhile(ana.post(f"/v1/exports/{export}/cancel", key=None))).status_code == 200
        return await real(*args)

    monkeypatch.setattr(export_job, "write", cancelled_meanwhile)
    await run_export(app, export, sql)
    assert (await ana.get(f"/v1/exports/{export}")).json()["status"] == "canceled"
    assert sql("select count(*) from export_chunk") == [(0,)]


async def test_a_worker_that_dies_leaves_no_part_of_a_file_and_the_next_begins_anew(
    ana: Person, app: App, many: Callable[[int], None], sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(2_500)
    export = (await ask(ana)).json()["id"]
    real = export_job.write

    async def dies(*args: Any) -> int:
        await real(*args)
        raise psycopg.OperationalError("the server went away")

    monkeypatch.setattr(export_job, "write", dies)
    with pytest.raises(psycopg.OperationalError):
        await run_export(app, export, sql)
    assert (await ana.get(f"/v1/exports/{export}")).json()["status"] == "running"
    assert (await ana.get(f"/v1/exports/{export}/file")).status_code == 409
    assert sql("select count(*) from export_chunk") == [(0,)]
    monkeypatch.setattr(export_job, "write", real)
    for _ in range(2):
        await run_export(app, export, sql)
    assert len(rows_of(await ana.get(f"/v1/exports/{export}/file"))) == 2_501


async def test_an_export_over_which_workers_die_again_and_again_fails(
    ana: Person, app: App, work: Any, sql: Any
) -> None:
    export = (await ask(ana)).json()["id"]
    sql("update export set status = 'running', attempts = %s", export_job.MOST_ATTEMPTS)
    await work()
    failed = (await ana.get(f"/v1/exports/{export}")).json()
    assert (failed["status"], failed["error"]) == ("failed", "unexpected_error")
    (told,) = (await ana.get("/v1/notifications")).json()["notifications"]
    assert told["kind"] == "lists_export_failed"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("delete from person_role where person_id = %s", "forbidden"),
        ("update person set disabled_at = now() where id = %s", "unauthorized"),
    ],
)
async def test_who_may_not_read_the_list_any_more_gets_no_file(
    ana: Person, work: Any, sql: Any, change: str, error: str
) -> None:
    await charge(ana, 100)
    export = (await ask(ana)).json()["id"]
    sql(change, sql("select person_id from export")[0][0])
    await work()
    assert sql("select status, error from export where id = %s", export) == [("failed", error)]
    assert sql("select count(*) from export_chunk") == [(0,)]


async def test_who_lost_the_permission_since_does_not_get_the_file(ana: Person, work: Any, sql: Any) -> None:
    export = (await ask(ana)).json()["id"]
    await work()
    sql("update role set permissions = array_remove(permissions, 'payin::payment:read') where %s", True)
    assert (await ana.get(f"/v1/exports/{export}/file")).status_code == 403


async def test_a_file_is_deleted_after_its_days(ana: Person, app: App, work: Any, sql: Any) -> None:
    await charge(ana, 100)
    export = (await ask(ana)).json()["id"]
    await work()
    assert sql("select expires_at - finished_at = interval '7 days' from export") == [(True,)]
    sql("update export set expires_at = now() - interval '1 second'")
    for _ in range(2):
        gone = await ana.get(f"/v1/exports/{export}/file")
        assert (gone.status_code, gone.json()["message"]) == (410, "export_expired")
        assert (await ana.get("/v1/exports", status="expired")).json()[0]["id"] == export
        await run(app, "lists.sweep")
        assert sql("select count(*) from export_chunk") == [(0,)]


async def test_a_file_that_ends_too_early_breaks_the_connection_off(ana: Person, work: Any, sql: Any) -> None:
    await charge(ana, 100)
    export = (await ask(ana)).json()["id"]
    await work()
    sql("delete from export_chunk")
    said = await ana.get(f"/v1/exports/{export}/file")
    # What is announced is more than what comes: over a network no client takes that for whole.
    assert len(said.content) < int(said.headers["content-length"])


async def test_a_person_has_five_exports_waiting_at_most(ana: Person, work: Any) -> None:
    for _ in range(5):
        assert (await ask(ana)).status_code == 201
    refused = await ask(ana)
    assert (refused.status_code, refused.json()["message"]) == (409, "too_many_exports")


async def test_an_export_that_makes_no_sense_is_not_begun(ana: Person) -> None:
    nonsense: tuple[tuple[dict[str, Any], Any], ...] = (
        ({"list": "secrets"}, {"list": ["not_allowed"]}),
        ({"format": "pdf"}, {"format": ["field_invalid"]}),
        ({"columns": []}, {"columns": ["not_allowed"]}),
        ({"filters": [{"name": "per_page", "value": "1"}]}, "unknown_column"),
        ({"filters": [{"name": "status", "value": "lost"}]}, {"status": ["not_allowed"]}),
    )
    for asked, message in nonsense:
        said = await ask(ana, **asked)
        assert (said.status_code, said.json()["message"]) == (400, message), asked
    assert (await ana.get("/v1/exports")).json() == []


async def test_ticked_rows_are_the_file_and_no_other_row(
    ana: Person, carla: Person, many: Callable[[int], None], sql: Any, app: App
) -> None:
    many(5)
    rows = (await ana.get(LIST, order_by="created_at", sort="asc")).json()
    ticked = [rows[3], rows[1]]
    asked = {
        "ids": [row["id"] for row in ticked],
        "filters": [{"name": "order_by", "value": "created_at"}, {"name": "sort", "value": "asc"}],
    }
    made = (await ask(ana, **asked)).json()
    await run_export(app, made["id"], sql)
    written = rows_of(await ana.get(f"/v1/exports/{made['id']}/file"))
    assert [row[0] for row in written[1:]] == [rows[1]["id"], rows[3]["id"]]
    ((data,),) = sql("select data from event where name = 'lists:export:create'")
    assert data["ticked"] == 2
    # A stranger who knows the ids has a file with nothing in it.
    stolen = (await ask(carla, **asked)).json()
    await run_export(app, stolen["id"], sql)
    assert len(rows_of(await carla.get(f"/v1/exports/{stolen['id']}/file"))) == 1


async def test_what_was_ticked_is_a_key_of_the_list(ana: Person) -> None:
    refused = await ask(ana, ids=["no key"])
    assert (refused.status_code, refused.json()["message"]) == (400, {"ids": ["not_allowed"]})
    assert (await ask(ana, ids=[])).status_code == 400
    assert (await ask(ana, ids=[str(uuid4())] * 10_001)).status_code == 400
