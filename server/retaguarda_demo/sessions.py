"""Sessions of the last weeks, in every state that one ends in. Addresses are those of documentation (RFC 5737)."""

from typing import NamedTuple

import psycopg

_CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36"
_FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1"


class _Session(NamedTuple):
    """``hours`` ago it began, ``minutes`` it was used; ``reason`` None: nobody ended it."""

    email: str
    hours: float
    minutes: int
    reason: str | None
    ip: str = "198.51.100.7"
    agent: str = _CHROME


_SESSIONS = (
    _Session("ana@merchant.example", 5, 210, "logout", "203.0.113.20", _CHROME),
    _Session("bruno@merchant.example", 6, 45, None, "203.0.113.21", _FIREFOX),
    # At the same time, from another network.
    _Session("gil@merchant.example", 26, 180, "logout", "203.0.113.22", _CHROME),
    _Session("gil@merchant.example", 25, 40, "ended by staff", "192.0.2.99", _IPHONE),
    _Session("carla@outra.example", 30, 720, None, "192.0.2.40", _CHROME),
    _Session("fabio@merchant.example", 50, 15, "password", "203.0.113.23", _IPHONE),
    _Session("diego@retaguarda.example", 8, 95, "logout", "198.51.100.7", _FIREFOX),
    _Session("diego@retaguarda.example", 32, 250, "logout", "198.51.100.7", _FIREFOX),
    _Session("eva@retaguarda.example", 28, 130, None, "198.51.100.8", _CHROME),
    _Session("eva@retaguarda.example", 52, 300, "logout", "198.51.100.8", _CHROME),
    _Session("bruno@merchant.example", 74, 20, "reuse", "192.0.2.77", _CHROME),
    _Session("ana@merchant.example", 77, 240, "ended by its person", "203.0.113.20", _CHROME),
    *(
        _Session("ana@merchant.example", 24 * day + 4, 90 + 37 * day % 200, "logout", "203.0.113.20", _CHROME)
        for day in range(4, 24)
        if day % 7 not in (5, 6)
    ),
)


def load_sessions(connection: psycopg.Connection) -> None:
    """Nobody is signed in by them: they are over, and have no token."""
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            insert into session (id, company_id, person_id, two_factor, created_at, last_seen_at, idle, expires_at, ended_at,
                                 end_reason, ip, user_agent)
            select gen_random_uuid(), p.company_id, p.id, p.totp_secret is not null, b.at, b.at + %(minutes)s * interval '1 minute',
                   interval '30 minutes', b.at + interval '12 hours',
                   case when %(reason)s::text is not null then b.at + %(minutes)s * interval '1 minute' end, %(reason)s, %(ip)s, %(agent)s
              from person p cross join lateral (select now() - %(hours)s * interval '1 hour') b (at)
             where p.email = %(email)s
            """,
            [each._asdict() for each in _SESSIONS],
        )
