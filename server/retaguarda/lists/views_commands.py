"""Saves, changes and deletes views, and sets the default view of a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done, command_route
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Route
from retaguarda.foundation.scope import OWN_COMPANY
from retaguarda.lists.views import (
    LARGEST_DEFINITION,
    LONGEST_NAME,
    MOST_VIEWS,
    VIEWS,
    Definition,
    View,
    known_list,
    owner_params,
    view_of,
    views_route,
)


class ViewInput(msgspec.Struct, forbid_unknown_fields=True):
    list: str
    name: str
    definition: Definition
    shared: bool = False


class ViewChange(msgspec.Struct, forbid_unknown_fields=True):
    """A missing field stays."""

    name: str | msgspec.UnsetType = msgspec.UNSET
    definition: Definition | msgspec.UnsetType = msgspec.UNSET
    shared: bool | msgspec.UnsetType = msgspec.UNSET


class NoViewInput(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Gone(msgspec.Struct):
    message: Literal["view_deleted"] = "view_deleted"
    statusCode: int = 200
    status: bool = True


@dataclass(frozen=True, slots=True)
class Create:
    lists: frozenset[str]

    async def apply(self, tx: Tx, principal: Principal, body: ViewInput, path: Mapping[str, str]) -> Done:
        name = _name(body.name)
        values = {
            **owner_params(principal),
            "id": uuid7(),
            "owner": None if body.shared else principal.person_id,
            "list": known_list(body.list, self.lists),
            "name": name,
            "definition": _stored(body.definition),
        }
        if body.shared:
            principal.require(Permission.SHARED_VIEWS_WRITE)
        await _refuse_too_many(tx, values)
        try:
            await tx.execute(
                "insert into saved_view (id, company_id, person_id, list, name, definition, created_by) values"
                " (%(id)s, %(company)s, %(owner)s, %(list)s, %(name)s, %(definition)s::jsonb, %(person)s)",
                values,
            )
        except UniqueViolation:
            raise _name_taken() from None
        view = await _view(tx, principal, values["id"])
        return _done(view, view)


async def _change(tx: Tx, principal: Principal, body: ViewChange, path: Mapping[str, str]) -> Done:
    view = await _own_for_update(tx, principal, path)
    shared = view.shared if body.shared is msgspec.UNSET else body.shared
    if shared:
        principal.require(Permission.SHARED_VIEWS_WRITE)
    values = {
        **owner_params(principal),
        "id": view.id,
        "owner": None if shared else principal.person_id,
        "list": view.list,
        "name": view.name if body.name is msgspec.UNSET else _name(body.name),
        "definition": _stored(view.definition if body.definition is msgspec.UNSET else body.definition),
    }
    if shared != view.shared:
        await _refuse_too_many(tx, values)
    try:
        await tx.execute(
            "update saved_view set person_id = %(owner)s, name = %(name)s, definition = %(definition)s::jsonb,"
            " updated_at = now() where id = %(id)s",
            values,
        )
    except UniqueViolation:
        raise _name_taken() from None
    changed = await _view(tx, principal, view.id)
    return _done(changed, changed)


async def _delete(tx: Tx, principal: Principal, body: NoViewInput, path: Mapping[str, str]) -> Done:
    view = await _own_for_update(tx, principal, path)
    await tx.execute("delete from saved_view where id = %(id)s", {"id": view.id})
    return _done(view, Gone())


async def _make_default(tx: Tx, principal: Principal, body: NoViewInput, path: Mapping[str, str]) -> Done:
    view = await _view(tx, principal, path_id(path))
    await tx.execute(
        "insert into saved_view_default (person_id, company_id, list, view_id)"
        " values (%(person)s, %(company)s, %(list)s, %(id)s)"
        " on conflict (person_id, list) do update set view_id = excluded.view_id",
        {**owner_params(principal), "list": view.list, "id": view.id},
    )
    return _done(view, await _view(tx, principal, view.id))


async def _no_default(tx: Tx, principal: Principal, body: NoViewInput, path: Mapping[str, str]) -> Done:
    view = await _view(tx, principal, path_id(path))
    await tx.execute(
        "delete from saved_view_default where person_id = %(person)s and view_id = %(id)s",
        {**owner_params(principal), "id": view.id},
    )
    return _done(view, await _view(tx, principal, view.id))


async def _view(tx: Tx, principal: Principal, view: UUID, lock: str = "") -> View:
    row = await tx.one(f"{VIEWS} and v.id = %(id)s{lock}", owner_params(principal) | {"id": view})
    if row is None:
        raise not_found("view")
    return view_of(row)


async def _own_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> View:
    """Returns a view that the person may change, locked: their own, or a shared one with the permission for it."""
    view = await _view(tx, principal, path_id(path), " for update of v")
    if view.shared:
        principal.require(Permission.SHARED_VIEWS_WRITE)
    return view


async def _refuse_too_many(tx: Tx, values: Mapping[str, Any]) -> None:
    # Serialize: two concurrent requests could both save the last allowed view.
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('saved_view:' || %(company)s || coalesce(%(owner)s::text, ''), 0))",
        values,
    )
    count = await tx.value(
        "select count(*) from saved_view where company_id = %(company)s and list = %(list)s"
        " and person_id is not distinct from %(owner)s::uuid",
        values,
    )
    if count >= MOST_VIEWS:
        raise ApiError(
            409, "too_many_views", f"a list has at most {MOST_VIEWS} views of a person, and as many shared ones"
        )


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name:
        raise invalid_field("name", "field_required", "name is empty")
    if len(name) > LONGEST_NAME:
        raise invalid_field("name", "too_long", f"name has more than {LONGEST_NAME} characters")
    if not name.isprintable():
        raise invalid_field("name", "invalid", "name holds characters that cannot be seen")
    return name


def _stored(definition: Definition) -> str:
    encoded = msgspec.json.encode(definition)
    if len(encoded) > LARGEST_DEFINITION:
        raise invalid_field("definition", "too_long", f"a definition has at most {LARGEST_DEFINITION} bytes")
    texts = [*definition.search, *definition.search.values(), *(definition.columns or ())]
    if any("\x00" in text for text in texts):
        raise invalid_field("definition", "invalid", "definition holds a zero byte")
    return encoded.decode()


def _name_taken() -> ApiError:
    return ApiError(409, {"name": ["name_taken"]}, "a view of this list has that name")


def _done(view: View, result: View | Gone) -> Done:
    return Done(f"view:{view.id}", result, {"name": view.name, "list": view.list, "shared": view.shared})


def view_routes(access: Access, lists: frozenset[str]) -> list[Route]:
    """The routes of saved views.

    Args:
        lists: names of the lists that have views.
    """
    one = "/v1/views/{id:str}"
    commands: tuple[Command[Any], ...] = (
        Command(
            "lists:view:create", "POST", "/v1/views", "Keep a view of a list", None, ViewInput, View,
            Create(lists).apply, status=201, scope=OWN_COMPANY,
        ),
        Command("lists:view:change", "PATCH", one, "Rename, replace or share a view", None, ViewChange, View, _change, keyed=False, scope=OWN_COMPANY),
        Command("lists:view:delete", "DELETE", one, "Delete a view", None, NoViewInput, Gone, _delete, keyed=False, scope=OWN_COMPANY),
        Command(
            "lists:view:make_default", "POST", f"{one}/default", "Open the list with this view", None, NoViewInput, View,
            _make_default, keyed=False, scope=OWN_COMPANY,
        ),
        Command(
            "lists:view:no_default", "DELETE", f"{one}/default", "Open the list without it", None, NoViewInput, View,
            _no_default, keyed=False, scope=OWN_COMPANY,
        ),
    )  # fmt: skip
    return [views_route(access, lists), *(command_route(command, access) for command in commands)]
