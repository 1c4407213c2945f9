"""``python -m bench.psp PORT MANY``: a stand-in for a payment provider that has so many payments, and answers at once.

Payment n has an endToEndId that
holds n, the txid of charge n, and was paid n milliseconds after the beginning; of today, which we ask for each minute, there is
none. What cannot be asked for is answered with nothing.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from hashlib import md5
from urllib.parse import parse_qs, urlsplit

from bench.stand_in import TOKEN, Answer, serve

KEY = "bench@example.com"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def end_to_end_id(number: int) -> str:
    return f"E12345678202601010000{number:011d}"


def txid(number: int) -> str:
    return md5(str(number).encode(), usedforsecurity=False).hexdigest()


def amount(number: int) -> int:
    """Centavos."""
    return 100 + number * 7_919 % 500_000


def pix(number: int) -> str:
    """The payment as API Pix tells of it, in a webhook as in an answer."""
    at = (BEGINNING + number * _MILLISECOND).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    reais, centavos = divmod(amount(number), 100)
    return (
        f'{{"endToEndId": "{end_to_end_id(number)}", "txid": "{txid(number)}", "chave": "{KEY}", "valor": "{reais}.{centavos:02d}",'
        f' "horario": "{at}", "pagador": {{"nome": "Maria Exemplo", "cpf": "52998224725"}}}}'
    )


def _number(moment: str) -> int:
    return round((datetime.fromisoformat(moment) - BEGINNING) / _MILLISECOND)


def _listed(query: str, many: int) -> str:
    given = {name: values[0] for name, values in parse_qs(query).items()}
    size, page = int(given["paginacao.itensPorPagina"]), int(given["paginacao.paginaAtual"])
    first = min(_number(given["inicio"]), many)
    last = min(_number(given["fim"]), many - 1)
    shown = range(first + page * size, min(last, first + (page + 1) * size - 1) + 1)
    total = last - first + 1
    return (
        f'{{"parametros": {{"inicio": "{given["inicio"]}", "fim": "{given["fim"]}", "paginacao": {{"paginaAtual": {page},'
        f' "itensPorPagina": {size}, "quantidadeDePaginas": {-(-total // size)}, "quantidadeTotalDeItens": {total}}}}},'
        f' "pix": [{", ".join(map(pix, shown))}]}}'
    )


def _answer(method: str, target: str, many: int) -> bytes:
    path, query = urlsplit(target).path, urlsplit(target).query
    if method == "GET" and path == "/pix":
        return _listed(query, many).encode()
    if method == "GET" and path.startswith("/pix/"):
        return pix(int(path[-11:])).encode()
    return TOKEN if path == "/oauth/token" else b"{}"


if __name__ == "__main__":
    payments = int(sys.argv[2])
    asyncio.run(serve(int(sys.argv[1]), lambda method, target, _: Answer(_answer(method, target, payments))))
