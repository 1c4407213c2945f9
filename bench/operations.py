"""The operations of exchange and the closed contracts that closings and the file C220 are measured on."""

import asyncio
from dataclasses import replace
from datetime import date
from typing import Any

import psycopg

from bench import product, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.product import act, command, everything
from retaguarda.exchange.agreements.commands import COMMANDS as AGREEMENTS
from retaguarda.exchange.agreements.model import ExchangeAgreementInput
from retaguarda.exchange.banks.commands import COMMANDS as BANKS
from retaguarda.exchange.banks.model import BankCurrencyInput, ExchangeBankInput
from retaguarda.exchange.model import ForeignPrice
from retaguarda.exchange.rates.commands import COMMANDS as RATES
from retaguarda.exchange.rates.model import TaxRuleInput
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal

#: Part of what a kept database was made of: raise it when this file makes other rows.
VERSION = "4"
MAKER, CLOSER = "maker@bench.example", "closer@bench.example"
DAY, CNPJ, RATE = date(2026, 3, 2), "00000000000191", "5.2"
#: Operations of one closed contract in the file.
CONTRACT = 100_000
#: Each round closes what another currency has.
CURRENCIES = ("USD", "EUR", "GBP")


def fill(server: Server, database: str, connection: psycopg.Connection, plan: Plan) -> None:
    sets.people(connection, 1)
    maker = product.staff(connection, MAKER)
    connection.execute("create table bench_client (n int primary key, document text not null)")
    with connection.cursor().copy("copy bench_client from stdin") as copy:
        for n in range(100_000):
            copy.write_row((n, cpf(n)))
    agreement, rule, bank = asyncio.run(_terms(server.app_url(database), maker))
    values: dict[str, Any] = {"merchant": sets.FIRST_MERCHANT, "agreement": agreement, "rule": rule, "bank": bank}
    values |= {"day": DAY, "rate": RATE, "contract": CONTRACT, "by": MAKER}
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute("update company set document = %s where id = 1", (CNPJ,))
        for number, currency in enumerate(CURRENCIES, 1):
            more = {"count": plan.closed, "first": 10_000_000 * number, "currency": currency}
            connection.execute(_OPERATIONS, values | more | {"state": "funded"})
        connection.execute(
            _OPERATIONS, values | {"count": plan.filed, "first": 0, "currency": "USD", "state": "settled"}
        )
        connection.execute(_CONTRACTS, values)
        connection.execute(_LINES, values)
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        connection.execute(
            "select exchange_client_note(company_id, client_name, client_document) from (select distinct company_id, client_name,"
            " client_document from exchange_operation where client_name is not null) o"
        )
        # As the worker leaves them: whoever stands abroad and every client was compared with the lists, which are empty here.
        connection.execute("update screened_party set waiting = false where waiting")


async def _terms(url: str, who: Principal) -> tuple[Any, Any, Any]:
    """An agreement, a rule of the tax and a bank, by the product's Commands."""
    async with product.opened(url) as database, database.transaction(everything(who)) as tx:
        given = ExchangeBankInput("bench", "Banco Bench", CNPJ, "BENCBRSP", ForeignPrice(10**15, BRL))
        bank = (await act(tx, who, command(BANKS, "exchange:bank:add"), given)).subject
        for currency in CURRENCIES:
            terms = BankCurrencyInput(currency, "23:59", 0, 2)
            await act(tx, who, command(BANKS, "exchange:bank:set_currency"), terms, bank)
        tax = TaxRuleInput("goods", "out", "3.5", date(2020, 1, 1), "the bench's own")
        rule = (await act(tx, who, command(RATES, "exchange:tax_rule:add"), tax)).subject
        merchant = _for(who, sets.FIRST_MERCHANT)
        agreed = ExchangeAgreementInput("USD", "out", 100, "goods", purpose="1", counterparty="ACME LLC", country="US")
        agreement = (await act(tx, merchant, command(AGREEMENTS, "exchange:agreement:write"), agreed)).subject
        return agreement, rule, bank


def _for(who: Principal, account: int) -> Principal:
    return replace(who, account=account, all_accounts=False)


def cpf(number: int) -> str:
    """The CPF of these nine digits, with its check digits."""
    digits = [int(digit) for digit in f"{(number * 7_919 + 1) % 10**9:09d}"]
    for length in (10, 11):
        rest = sum(digit * weight for digit, weight in zip(digits, range(length, 1, -1), strict=True)) * 10 % 11
        digits.append(rest % 10)
    return "".join(map(str, digits))


_OPERATIONS = """
insert into exchange_operation (company_id, id, reference, kind, direction, agreement_id, currency, home_currency, foreign_amount, ptax,
       ptax_day, rate, price, tax_rule_id, tax_kind, tax_percent, tax, fee, client_name, client_document, counterparty, country, purpose,
       payment_form, state, trade_day, quoted_at, expires_at, booked_at, funded_at, closed_at, settled_at, created_by)
select %(merchant)s, uuidv7(), 'EX' || lpad((%(first)s + priced.n)::text, 10, '0'), 'quoted', 'out', %(agreement)s, %(currency)s, 'BRL',
       amount, 5.1, %(day)s, %(rate)s::numeric, price, %(rule)s, 'goods', 3.5, exchange_share(price, 3.5), 0, 'Cliente ' || priced.n %% 100000,
       c.document, 'ACME LLC', 'US', '1', '1', %(state)s, %(day)s - case %(state)s when 'settled' then 0 else 1 end, at, at + interval '1 hour', at, at,
       case %(state)s when 'settled' then at end, case %(state)s when 'settled' then at end, %(by)s
  from (select n, amount, exchange_price(amount, %(rate)s::numeric, 2, 2) as price, now() - interval '1 hour' as at
          from (select n, 1000 + (n * 37) %% 50000 as amount from generate_series(0, %(count)s::bigint - 1) n) x) priced
  join bench_client c on c.n = priced.n %% 100000
"""
#: Closed contracts over the settled operations, each with its number.
_CONTRACTS = """
insert into exchange_closing (id, reference, bank_id, direction, currency, home_currency, cut_at, state, operations, foreign_amount, clients,
       rate, rate_until, rate_source, contract, rounding, trade_day, home_day, foreign_day, collects_tax, number, home_settled_at,
       foreign_settled_at, created_by, closer_id, closed_at, closed_by)
select gen_random_uuid(), 'FX-20260302-' || lpad((1 + contract)::text, 2, '0'), %(bank)s, 'out', 'USD', 'BRL', now(), 'settled', count(*),
       sum(foreign_amount), sum(price), %(rate)s::numeric, now(), 'typed', sum(price), 0, %(day)s, %(day)s, %(day)s, true,
       (1000 + contract)::text, now(), now(), %(by)s, gen_random_uuid(), now(), %(by)s
  from (select substr(reference, 3)::bigint / %(contract)s as contract, * from exchange_operation where state = 'settled') o group by contract
"""
_LINES = """
insert into exchange_closing_line (closing_id, merchant_id, operation_id)
select c.id, o.company_id, o.id from exchange_operation o
  join exchange_closing c on c.number = (1000 + substr(o.reference, 3)::bigint / %(contract)s)::text where o.state = 'settled'
"""
