"""Two of the staff decide over one deposit in the same moment."""

from collections.abc import Mapping
from typing import Any

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.account.deposits.commands import return_deposit
from retaguarda.settings import SANDBOX_KEY
from support.charges import Counter
from support.identity import meanwhile

PATH = "/v1/account/deposits"


async def test_what_became_somebodys_while_it_was_sent_back_stays_where_it_is(
    ana: Person, diego: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.bank.pay(SANDBOX_KEY, amount="1250.00")
    await counter.run_job("payin.reconcile")
    diego.account = "all"
    (deposit,) = (await diego.get(PATH)).json()
    locked = return_deposit.deposit_for_update

    async def after_another(tx: Any, principal: Any, path: Mapping[str, str]) -> Any:
        body = {"merchant": AURORA, "reason": "Comprovante"}
        assert (await meanwhile(diego.post(f"{PATH}/{deposit['id']}/identify", body))).status_code == 200
        return await locked(tx, principal, path)

    with monkeypatch.context() as patch:
        patch.setattr(return_deposit, "deposit_for_update", after_another)
        refused = await diego.post(f"{PATH}/{deposit['id']}/return", {"reason": "Ninguém reconhece"})
    assert (refused.status_code, refused.json()["message"]) == (409, "deposit_decided")
    assert (await counter.balances(ana))["available"] == 125_000
    # Whoever looks again returns it in the name of the merchant that it is now, and the provider is asked.
    assert (await diego.post(f"{PATH}/{deposit['id']}/return", {"reason": "A pedido"})).status_code == 200
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert sql("select company_id, status from refund") == [(AURORA, "settled")]
