"""Rules of matching of the demo, one in each state; the one at work reads only what banks write of collections."""

from typing import Any

from retaguarda.app import App
from retaguarda.conciliation.matching.write_rule import DECIDE_RULE, WRITE_RULE
from retaguarda.foundation.command import Command
from retaguarda.foundation.ids import uuid7
from retaguarda_demo.run_commands import do


async def write_rules(app: App, maker: str, checker: str, *, pix: str, boleto: str) -> None:
    """The second version of a rule at work, the first one retired, one that is watched and one that is only written."""

    async def ask(by: str, command: Command[Any], body: dict[str, Any], **path: str) -> Any:
        key = str(uuid7())
        return await do(app.database, by, None, command, body, key=key, path=path, two_factor=True, scoped=True)

    async def written(account: str, name: str, **more: Any) -> str:
        return (await ask(maker, WRITE_RULE, {"account": account, "name": name} | more))["id"]

    rounding = {"rung": "tolerance", "cause": "rounding", "pattern": "^LIQ COBRANCA"}
    first = await written(boleto, "Centavos da cobrança", tolerance=2, **rounding)
    await ask(checker, DECIDE_RULE, {"choice": "live"}, id=first)
    # At work it takes the place of the one before, which is retired with it.
    second = await written(boleto, "Centavos da cobrança", tolerance=5, replaces=first, **rounding)
    await ask(checker, DECIDE_RULE, {"choice": "live"}, id=second)
    tariff = {"shape": "TARIFA DE # BOLETOS", "expected": "returns.bank_fee"}
    watched = await written(pix, "Tarifa de boletos", rung="learned", position=20, **tariff)
    await ask(maker, DECIDE_RULE, {"choice": "shadow"}, id=watched)
    ted = {"rung": "tolerance", "cause": "accepted", "pattern": "^TED", "days": 1}
    await written(pix, "TED com um dia de atraso", position=30, **ted)
