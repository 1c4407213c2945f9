"""``python -m bench.paying_bank PORT LIES``: a stand-in for a bank that sends Pix (Efí's "Envio de Pix"), and keeps each order once.

With ``LIES`` above 0, every so many calls go wrong: of three such, one order is done and its answer lost, one is still worked on
when it is asked about, one is told to come back. ``GET /told`` says how many orders there are and what they add up to.
"""

import asyncio
import itertools
import sys
from typing import Any

from msgspec.json import decode, encode

from bench.stand_in import TOKEN, Answer, serve
from retaguarda.providers.pix.money import amount_text, parse_amount

#: Questions after which an order that is worked on has ended.
_PATIENCE = 2


class PayingBank:
    def __init__(self, lies: int) -> None:
        self._lies = lies
        self._orders = dict[str, dict[str, Any]]()
        self._open = dict[str, int]()
        self._calls = itertools.count(1)

    def answer(self, method: str, target: str, body: bytes) -> Answer:
        name = target.rsplit("/", 1)[-1]
        if target == "/oauth/token":
            return Answer(TOKEN)
        if target == "/told":
            amount = sum(parse_amount(order["valor"]) for order in self._orders.values())
            return Answer(encode({"orders": len(self._orders), "amount": int(amount)}))
        lie = self._lie()
        if lie == "busy":
            return Answer(b"{}", 429)
        if method == "PUT":
            self._keep(name, decode(body), slow=lie == "slow")
        if lie == "lost":
            return Answer(b"{}", 503)
        found = self._orders.get(name)
        if found is None:
            return Answer(encode({"type": "NaoEncontrado", "title": "Nao encontrado", "status": 404}), 404)
        left = self._open.pop(name, 0)
        if left:
            self._open[name] = left - 1
            return Answer(encode(found | {"status": "EM_PROCESSAMENTO"}))
        return Answer(encode(found))

    def _lie(self) -> str:
        call = next(self._calls)
        if not self._lies or call % self._lies:
            return ""
        return ("lost", "slow", "busy")[call // self._lies % 3]

    def _keep(self, name: str, said: dict[str, Any], *, slow: bool) -> None:
        if name in self._orders:
            return
        self._orders[name] = {
            "idEnvio": name,
            "e2eId": said["e2eId"],
            "valor": amount_text(int(parse_amount(said["valor"]))),
            "status": "REALIZADO",
            "favorecido": {"nome": said["favorecido"]["nome"], "codigoBanco": "18236120"},
        }
        if slow:
            self._open[name] = _PATIENCE


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), PayingBank(int(sys.argv[2])).answer))
