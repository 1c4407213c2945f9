"""Real connections at once: every request goes out twice, and exactly one of the two wins."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier
from typing import NamedTuple
from uuid import UUID

import psycopg

from ledger import books
from ledger.books import AURORA, CEDRO, CLEARING, FEES, Entry

PAIRS, REQUESTS = 8, 60


class Request(NamedTuple):
    company: int
    send: Callable[[psycopg.Connection], bool]  # whether it stood before


def test_of_every_request_sent_twice_at_once_exactly_one_wins(owner: psycopg.Connection, app_url: str) -> None:
    with books.scope(owner):
        for company in (AURORA, CEDRO):
            books.fund(owner, company, 10_000_000, "available")
            books.fund(owner, company, 10_000_000, "reserve")
        reversible = iter([books.fund(owner, AURORA, 10) for _ in range(PAIRS * REQUESTS)])
    rng = Random(17)
    streams = [_requests(rng, str(pair), reversible) for pair in range(PAIRS)]

    with ThreadPoolExecutor(2 * PAIRS) as pool:
        starts = [Barrier(2) for _ in streams]
        pairs = [
            [pool.submit(_send_all, app_url, stream, start) for _ in range(2)]
            for stream, start in zip(streams, starts, strict=True)
        ]
        answers = [[each.result() for each in pair] for pair in pairs]

    for mine, other in answers:
        assert [one != two for one, two in zip(mine, other, strict=True)] == [True] * len(mine)
    assert books.broken(owner) == {}
    assert books.rows(owner, "select state, count(*) > 0 from ledger_hold group by state order by state") == [
        ("captured", True),
        ("voided", True),
    ]


def test_of_many_who_want_the_last_money_only_as_many_get_it_as_there_is(
    owner: psycopg.Connection, app_url: str
) -> None:
    with books.scope(owner):
        books.fund(owner, AURORA, 1000)

    def take(number: int) -> int:
        taken = 0
        with psycopg.connect(app_url, autocommit=True) as connection:
            for attempt in range(20):
                with suppress(psycopg.Error), books.scope(connection, AURORA) as tx:
                    out = Entry(AURORA, "available", -30), Entry(*CLEARING, 30)
                    books.post(tx, AURORA, f"{number}:{attempt}", *out)
                    taken += 30
        return taken

    with ThreadPoolExecutor(8) as pool:
        taken = sum(pool.map(take, range(8)))

    assert taken == 990
    with books.scope(owner):
        assert books.balance(owner, AURORA, "available") == 10
    assert books.broken(owner) == {}


def _send_all(app_url: str, stream: list[Request], start: Barrier) -> list[bool]:
    with psycopg.connect(app_url, autocommit=True) as connection:
        answers = []
        for request in stream:
            start.wait(timeout=60)
            with books.scope(connection, request.company) as tx:
                answers.append(request.send(tx))
        return answers


def _requests(rng: Random, name: str, reversible: Iterator[UUID]) -> list[Request]:
    """Few accounts, in every order, so that the streams stand in each other's way."""
    made: list[Request] = []
    for number in range(REQUESTS):
        key, company, amount = f"{name}:{number}", rng.choice((AURORA, CEDRO)), rng.randint(1, 90)
        available, reserve = (company, "available"), (company, "reserve")
        into = Entry(*CLEARING, -amount), Entry(*available, amount), Entry(*available, -1), Entry(*FEES, 1)
        out = Entry(*available, -amount), Entry(*CLEARING, amount)
        match rng.randrange(6):
            case 0:
                made.append(_post(company, key, *into))
            case 1:
                made.append(_post(company, key, Entry(*available, -amount), Entry(*reserve, amount)))
            case 2:
                made.append(_post(company, key, Entry(*reserve, -amount), Entry(*available, amount)))
            case 3:
                made += [_hold(company, key, amount, "available"), _post(company, f"{key}:out", *out, hold=key)]
            case 4:
                made += [_hold(company, key, amount, "reserve"), _void(company, key)]
            case _:
                made.append(_reverse(AURORA, key, next(reversible)))
    return made


def _post(company: int, key: str, *legs: Entry, hold: str | None = None) -> Request:
    return Request(company, lambda tx: books.post(tx, company, key, *legs, hold=hold)[1])


def _hold(company: int, key: str, amount: int, code: str) -> Request:
    return Request(company, lambda tx: books.hold(tx, company, key, amount, code=code)[1])


def _void(company: int, key: str) -> Request:
    return Request(company, lambda tx: not books.void(tx, company, key))


def _reverse(company: int, key: str, journal: UUID) -> Request:
    return Request(company, lambda tx: books.reverse(tx, company, journal, key)[1])
