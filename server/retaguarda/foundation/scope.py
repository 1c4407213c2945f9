"""Whose rows a declaration sees: each Table, Record and Command names its scope beside its permission.

A scope wraps the Access of a request. It decides which company the request is about, ``principal.account``, and how far
its transaction sees.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from retaguarda.foundation.database import Scope, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.request import PROVIDER, Principal, Request, RowScope
from retaguarda.foundation.scope_access import CheckedAccess, PlainAccess, require_second_factor

#: Finds the company of what a request names; None when that is not there for the caller.
CompanyOf = Callable[[Tx, Principal, Request], Awaitable[int | None]]


def with_second_factor(scope: RowScope) -> RowScope:
    """The same rows, for a session opened with a second factor; 403 ``two_factor_required`` in any other."""
    return RowScope(
        f"with_second_factor({scope.name})", lambda access: CheckedAccess(scope.over(access), require_second_factor)
    )


def of_subject(company_of: CompanyOf, *, any_account: bool = False) -> RowScope:
    """The company of what the path names; 404 where it is not there for the caller, or not of the chosen merchant.

    Args:
        any_account: it is the same thing whichever merchant the tab has chosen.
    """

    async def find(tx: Tx, principal: Principal, request: Request) -> Principal:
        await see_all(tx, principal)
        company = await company_of(tx, principal, request)
        if company is None or (principal.account not in (None, company) and not any_account):
            raise not_found()
        return replace(principal, account=company)

    return RowScope(
        f"of_subject({company_of.__name__}{', any_account' if any_account else ''})",
        lambda access: PlainAccess(access, find, any_account),
    )


def _visible(name: str, *, any_account: bool) -> RowScope:
    async def find(tx: Tx, principal: Principal, request: Request) -> Principal:
        await see_all(tx, principal)
        return principal

    return RowScope(name, lambda access: PlainAccess(access, find, any_account))


def _own(name: str, *, any_account: bool, belongs: bool) -> RowScope:
    async def find(tx: Tx, principal: Principal, request: Request) -> Principal:
        if belongs and principal.account is None:
            return replace(principal, account=principal.company_id, all_accounts=True)
        return principal

    return RowScope(name, lambda access: PlainAccess(access, find, any_account))


async def _everybody(tx: Tx, principal: Principal, request: Request) -> Principal:
    return replace(principal, account=None)


async def see_all(tx: Tx, principal: Principal) -> None:
    """Lets the transaction see all that the caller may. A person may belong to more companies than the chosen one: the transaction sees all that the caller may see, and each
    statement names its company."""
    if principal.account is not None and len(principal.companies) > 1:
        await tx.execute(Scope(principal.companies, principal.person_id).statement().decode())


async def _new_company(tx: Tx, principal: Principal, request: Request) -> int:
    return principal.company_id if principal.account is None else principal.account


async def _own_company(tx: Tx, principal: Principal, request: Request) -> int:
    return principal.company_id


async def _house_company(tx: Tx, principal: Principal, request: Request) -> int | None:
    return PROVIDER if principal.internal else None


async def _named_company(tx: Tx, principal: Principal, request: Request) -> int | None:
    text = request.path_params["id"]
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("company")
    return int(text) if int(text) in principal.companies else None


def _named(name: str, scope: RowScope) -> RowScope:
    return RowScope(name, scope.over)


#: The chosen merchant; staff who have chosen none see all.
MERCHANT = RowScope("MERCHANT", lambda access: access)
#: The chosen merchant; 400 ``account_required`` without one.
CHOSEN_MERCHANT = RowScope("CHOSEN_MERCHANT", lambda access: CheckedAccess(access, Principal.chosen))
#: Every company that the caller sees; of these the chosen merchant, where one is chosen.
VISIBLE = _visible("VISIBLE", any_account=False)
#: Every company that the caller sees, whichever merchant is chosen.
ALL_VISIBLE = _visible("ALL_VISIBLE", any_account=True)
#: What is of the whole house: staff alone, whichever merchant they look at; 404 for others.
HOUSE = _named("HOUSE", of_subject(_house_company, any_account=True))
#: Something new: it belongs to the chosen merchant, else to the caller's own company.
NEW = _named("NEW", of_subject(_new_company))
#: What is nobody's own and the same for all who may read it, whichever merchant is chosen.
EVERYBODY = RowScope("EVERYBODY", lambda access: PlainAccess(access, _everybody, any_account=True))
#: The caller's own company, whichever merchant is chosen.
OWN_COMPANY = _named("OWN_COMPANY", of_subject(_own_company, any_account=True))
#: The company whose number the path names, whichever merchant is chosen; 404 for one that the caller does not see.
COMPANY = _named("COMPANY", of_subject(_named_company, any_account=True))
#: What a person keeps for themselves, whichever merchant is chosen.
OWN = _own("OWN", any_account=True, belongs=False)
#: Work that a person asks for: it is kept under the chosen merchant; else under their own company, and is about all they see.
OWN_NEW = _own("OWN_NEW", any_account=False, belongs=True)
#: A change of a person's own work, kept under their own company, whichever merchant is chosen.
OWN_CHANGE = _own("OWN_CHANGE", any_account=True, belongs=True)
