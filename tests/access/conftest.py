"""Who administers here: gil of Loja Aurora (2), diego of the staff; and what they look at."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from people import EMAILS, Person

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def number(sql: Sql) -> Callable[[str], str]:
    """``number("ana")``: a person's id."""
    return lambda name: str(sql("select id from person where email = %s", EMAILS.get(name, name))[0][0])


@pytest.fixture
def role(sql: Sql) -> Callable[[str, int], int]:
    """``role("payer", 2)``: a role's number."""
    return lambda name, company: sql("select id from role where name = %s and company_id = %s", name, company)[0][0]
