"""The signed-in person's profile, and the companies they see."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import changes, fields_of
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.person_access import without_account
from retaguarda.identity.sessions import record_own_event

#: People with one of these and no second factor must set one up (readings 12, 58): everything that approves or decides, and
#: what approves under another name.
SENSITIVE: frozenset[str] = frozenset(
    {
        *(each for each in Permission if each.endswith((":approve", ":decide"))),
        Permission.PAYIN_RULE_WRITE,
        Permission.KYC_APPROVAL_WRITE,
        Permission.APPROVAL_POLICIES_WRITE,
        Permission.USERS_WRITE,
        Permission.ROLES_WRITE,
        Permission.KEYS_WRITE,
        Permission.PAYIN_SDK_MANAGE,
        Permission.PAYOUT_ACCOUNT_OWNERS_WRITE,
        Permission.PAYOUT_RULE_WRITE,
        Permission.PAYOUT_SPLITS_WRITE,
        Permission.COMPLIANCE_OCCURRENCES_WRITE,
        Permission.CONCILIATION_C220_WRITE,
        Permission.CONCILIATION_BANK_STATEMENT_WRITE,
        Permission.CONCILIATION_DAYS_WRITE,
        Permission.STATEMENT_TRANSACTION_FIX,
        Permission.AUDIT_INCIDENTS_WRITE,
        Permission.COMPLIANCE_COAF_SEND,
        Permission.COMPLIANCE_PROVIDERS_WRITE,
        Permission.COMPLIANCE_RULES_WRITE,
        Permission.COMPLIANCE_SCREENING_WRITE,
    }
)


class Company(msgspec.Struct):
    id: int
    name: str
    legal_name: str
    document: str
    time_zone: str


class Me(msgspec.Struct):
    id: str
    email: str
    companyId: int
    company: Company
    companies: list[int]
    locale: str | None
    permissions: list[str]
    internal_user: bool
    sensitive: bool


class Profile(msgspec.Struct):
    """``pendingEmail`` waits for its mail to be confirmed."""

    name: str
    email: str
    locale: str | None
    pendingEmail: str | msgspec.UnsetType = msgspec.UNSET


class ProfileInput(msgspec.Struct, forbid_unknown_fields=True):
    """A missing field stays."""

    locale: Literal["pt", "en"] | msgspec.UnsetType = msgspec.UNSET
    name: str | msgspec.UnsetType = msgspec.UNSET

    def changes(self) -> dict[str, str]:
        """Returns the changed fields.

        Raises:
            ApiError: 400, field name.
        """
        changed = dict[str, str]()
        if self.locale is not msgspec.UNSET:
            changed["locale"] = self.locale
        if self.name is not msgspec.UNSET:
            changed["name"] = self.name.strip()
            if not 1 <= len(changed["name"]) <= 120 or not changed["name"].isprintable():
                raise invalid_field("name", "invalid", "name has 1 to 120 printable characters")
        return changed


_COMPANY = "select id, name, legal_name, document, time_zone from company"


@dataclass(frozen=True, slots=True)
class People:
    """The routes of profile and companies.

    Args:
        unproven: access for people who must still set up a demanded second factor.
    """

    access: Access
    unproven: Access

    async def me(self, request: Request) -> Response:
        async with self.unproven.open(without_account(request), None, touch=False) as (tx, principal):
            row = await tx.one(f"{_COMPANY} where id = %(id)s", {"id": principal.company_id})
            assert row is not None
            return json_response(
                Me(
                    id=str(principal.person_id),
                    email=principal.email,
                    companyId=principal.company_id,
                    company=Company(**row),
                    companies=list(principal.companies),
                    locale=principal.locale,
                    permissions=sorted(principal.permissions),
                    internal_user=principal.internal,
                    sensitive=(principal.factor_demanded or bool(SENSITIVE & principal.permissions))
                    and not principal.has_second_factor,
                )
            )

    async def profile(self, request: Request) -> Response:
        async with self.unproven.open(without_account(request), None) as (tx, principal):
            return json_response(await _profile(tx, principal))

    async def change_profile(self, request: Request) -> Response:
        requested = request.read(ProfileInput).changes()
        async with self.access.open(without_account(request), None) as (tx, principal):
            before = await _profile(tx, principal)
            if not requested:
                return json_response(before)
            await tx.execute(
                f"update person set {', '.join(f'{name} = %({name})s' for name in requested)} where id = %(id)s",
                requested | {"id": principal.person_id},
            )
            after = await _profile(tx, principal)
            changed = changes(fields_of(before), fields_of(after))
            await record_own_event(tx, "identity:person:profile_changed", principal, request, changes=changed)
            return json_response(after)

    async def companies(self, request: Request) -> Response:
        async with self.access.open(without_account(request), Permission.COMPANIES_READ) as (tx, _):
            return json_response([Company(**row) for row in await tx.all(f"{_COMPANY} order by id limit 5000")])

    async def company(self, request: Request) -> Response:
        company_id = request.path_params["id"]
        async with self.access.open(without_account(request), Permission.COMPANIES_READ) as (tx, _):
            is_id = company_id.isascii() and company_id.isdigit() and len(company_id) <= 9
            row = await tx.one(f"{_COMPANY} where id = %(id)s", {"id": int(company_id)}) if is_id else None
            if row is None:
                raise not_found("company")
            return json_response(Company(**row))


async def _profile(tx: Tx, principal: Principal) -> Profile:
    row = await tx.one(
        "select name, email, locale, pending_email from person where id = %(id)s", {"id": principal.person_id}
    )
    assert row is not None
    return Profile(row["name"], row["email"], row["locale"], row["pending_email"] or msgspec.UNSET)
