"""Whose a person, a key or a role is: the scopes of this room."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject


async def of_person(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from person where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_PERSON = of_subject(of_person)


async def of_key(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from api_key where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_KEY = of_subject(of_key)


async def of_role(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from role where id = %(id)s and company_id = any(%(seen)s)",
        {"id": role_number(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_ROLE = of_subject(of_role)


def role_number(text: str) -> int:
    """Parses a role id from a path; other text is 404."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("role")
    return int(text)
