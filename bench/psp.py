"""``python -m bench.psp PORT MANY``: a stand-in for a payment provider that has so many payments, and answers at once.

The bench measures our side; the sandbox would spend the time in the database that is measured. Payment n has an endToEndId that
holds n, the txid of charge n, and was paid n milliseconds after the beginning; of today, which we ask for each minute, there is
none. What cannot be asked for is answered with nothing.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from hashlib import md5
from urllib.parse import parse_qs, urlsplit

KEY = "bench@example.com"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_TOKEN = b'{"access_token": "bench", "token_type": "Bearer", "expires_in": 36000}'


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
    return _TOKEN if path == "/oauth/token" else b"{}"


class _Psp(asyncio.Protocol):
    """One request after the other on one connection."""

    def __init__(self, many: int) -> None:
        self._many = many

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._waiting = transport, b""

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            head = self._waiting[:end]
            _, _, after = head.lower().partition(b"\r\ncontent-length: ")
            whole = end + 4 + int(after.partition(b"\r\n")[0] or 0)
            if len(self._waiting) < whole:
                return
            self._waiting = self._waiting[whole:]
            method, target, _ = head.partition(b"\r\n")[0].decode().split(" ")
            body = _answer(method, target, self._many)
            self._transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
            )


async def _serve(port: int, many: int) -> None:
    server = await asyncio.get_running_loop().create_server(lambda: _Psp(many), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2])))
