"""Who asks and who decides: ana and bruno of Loja Aurora (2), gil who administers it, diego and eva of the staff."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from people import Person
from support.approvals import Desk, standing_policy

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def policy(sql: Sql) -> Callable[..., str]:
    """``policy("payin:refund:create", condition="amount > 100")``: a policy that stands already; its id."""

    def make(command: str, **given: Any) -> str:
        return standing_policy(sql, command, **given)

    return make


@pytest.fixture
def desk(sql: Sql) -> Desk:
    return Desk(sql)
