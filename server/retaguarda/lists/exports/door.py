"""The door to what a person keeps for themselves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from retaguarda.foundation.call import Call, Door, First, Gate, Who
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.identity.door import first_under, without_account


@dataclass(frozen=True, slots=True)
class OwnDoor:
    """
    Args:
        any_account: the call is about the same things whichever merchant the tab has chosen.
        belongs: what is done belongs to a company: to the chosen one, or else to the person's own, and then
            ``who.all_accounts`` says that it is about all that they see.
    """

    inner: Door
    any_account: bool = False
    belongs: bool = False

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, call: Call, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Who]]:
        asked = without_account(call) if self.any_account else call
        async with self.inner.open(asked, permission, touch=touch) as (tx, who):
            if self.belongs and who.account is None:
                who = replace(who, account=who.company_id, all_accounts=True)
            yield tx, who

    @asynccontextmanager
    async def open_under_key(
        self, call: Call, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Who, First | None]]:
        async with self.open(call, permission) as (tx, who):
            yield tx, who, await first_under(tx, who, key)
