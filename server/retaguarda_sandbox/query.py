"""Parameters of lists: a span of time, a page, filters."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from litestar import Request

from retaguarda_sandbox.problems import Problem, Violation

T = TypeVar("T")
_RFC3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|z|[+-][0-9]{2}:[0-9]{2})"
)
_NUMBER = re.compile(r"[0-9]{1,9}")


class Query:
    """Reads parameters one by one, gathers what is wrong with them, and refuses all at once in ``finish()``."""

    def __init__(self, request: Request[Any, Any, Any], problem: str) -> None:
        self._given = request.query_params
        self._problem = problem
        self._violations: list[Violation] = []
        #: What ``parametros`` of the answer repeats.
        self.echo: dict[str, Any] = {}

    def span(self, *, required: bool = True) -> tuple[datetime | None, datetime | None]:
        start, end = self._read("inicio", _moment, None), self._read("fim", _moment, None)
        for name, value in (("inicio", start), ("fim", end)):
            if value is not None:
                self.echo[name] = self._given[name]
            elif required and name not in self._given:
                self._refuse(name, "é obrigatório")
        if start is not None and end is not None and end < start:
            self._refuse("fim", "é anterior ao timestamp representado pelo parâmetro inicio")
        return start, end

    def page(self) -> tuple[int, int]:
        number = self._read("paginacao.paginaAtual", _integer(0, 10**9 - 1), 0)
        size = self._read("paginacao.itensPorPagina", _integer(1, 1000), 100)
        return number, size

    def text(self, name: str, pattern: str) -> str | None:
        return self._echoed(name, lambda raw: raw if re.fullmatch(pattern, raw) else None)

    def flag(self, name: str) -> bool | None:
        return self._echoed(name, {"true": True, "false": False}.get)

    def number(self, name: str) -> int | None:
        return self._read(name, _integer(0, 2**31 - 1), None)

    def person(self) -> str | None:
        """The document of ``cpf`` or ``cnpj``, never both."""
        cpf, cnpj = self.text("cpf", "[0-9]{11}"), self.text("cnpj", "[0-9A-Z]{14}")
        if cpf and cnpj:
            self._refuse("cpf", "e cnpj não podem ser utilizados ao mesmo tempo")
        return cpf or cnpj

    def finish(self) -> None:
        if self._violations:
            raise Problem(self._problem, *self._violations)

    def _echoed(self, name: str, convert: Callable[[str], T | None]) -> T | None:
        value = self._read(name, convert, None)
        if value is not None:
            self.echo[name] = value
        return value

    def _read(self, name: str, convert: Callable[[str], T | None], default: Any) -> Any:
        given = self._given.getall(name, [])
        if not given:
            return default
        value = convert(given[0]) if len(given) == 1 else None
        if value is None:
            self._refuse(name, "não respeita o _schema_")
            return default
        return value

    def _refuse(self, name: str, why: str) -> None:
        self._violations.append(Violation(f"O parâmetro {name} {why}.", name))


def _moment(raw: str) -> datetime | None:
    if not _RFC3339.fullmatch(raw):
        return None
    try:
        # Python 3.11 reads at most six decimals of a second.
        return datetime.fromisoformat(re.sub(r"(\.[0-9]{6})[0-9]+", r"\1", raw.upper()))
    except ValueError:
        return None


def _integer(low: int, high: int) -> Callable[[str], int | None]:
    def convert(raw: str) -> int | None:
        return int(raw) if _NUMBER.fullmatch(raw) and low <= int(raw) <= high else None

    return convert
