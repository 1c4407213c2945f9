"""Lists for tests, made of invented people, in the formats of their publishers."""

from collections.abc import Sequence
from typing import Any

from people import Person

LISTS, CHECKS, HITS = "/v1/compliance/lists", "/v1/compliance/checks", "/v1/compliance/hits"
PEOPLE = (
    "Anselmo Quadrado Teles", "Benedita Flores Arruda", "Cosme Pinhal Bastos", "Dulce Varela Moura", "Edgar Simas Prado",
    "Fausto Leal Garcia", "Greta Muniz Barros", "Hilda Corrêa Fontes", "Ivo Serra Pacheco", "Jurema Vaz Coelho",
)  # fmt: skip


def table(rows: Sequence[tuple[str, str, str]]) -> bytes:
    """``rows``: name, document, birth."""
    return ("nome;documento;nascimento\n" + "".join(f"{';'.join(row)}\n" for row in rows)).encode()


def plain(*more: str) -> bytes:
    return table([(name, "", "") for name in (*PEOPLE, *more)])


def united_nations(*people: tuple[str, str, str]) -> bytes:
    """``people``: reference, name, birth."""
    found = "".join(
        f"<INDIVIDUAL><DATAID>{number}</DATAID><FIRST_NAME>{name}</FIRST_NAME><REFERENCE_NUMBER>{reference}</REFERENCE_NUMBER>"
        f"<INDIVIDUAL_DATE_OF_BIRTH><DATE>{birth}</DATE></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>"
        for number, (reference, name, birth) in enumerate(people)
    )
    return (
        f"<CONSOLIDATED_LIST dateGenerated='2026-11-20'><INDIVIDUALS>{found}</INDIVIDUALS></CONSOLIDATED_LIST>".encode()
    )


async def list_of(person: Person, code: str) -> dict[str, Any]:
    return next(row for row in (await person.get(LISTS, per_page=50)).json() if row["code"] == code)


async def uploaded(person: Person, code: str, content: bytes) -> Any:
    """The answer to a version that is brought."""
    found = await list_of(person, code)
    return await person.client.post(
        f"{LISTS}/{found['id']}/versions", params={"name": f"{code}.csv"}, content=content, headers=person._headers()
    )


async def versions(person: Person, code: str) -> list[dict[str, Any]]:
    return (await person.get(f"{LISTS}/{(await list_of(person, code))['id']}")).json()["versions"]
