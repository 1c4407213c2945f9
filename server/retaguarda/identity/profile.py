"""Who am I, and which companies may I see."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from retaguarda.foundation.call import Answer, Call, Door, answer
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.identity.door import without_account

#: Whoever may do one of these without a second factor is made to set one up (readings 12).
SENSITIVE: frozenset[str] = frozenset({Permission.PAYIN_SDK_MANAGE})


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
    name: str
    email: str
    locale: str | None


class ProfileInput(msgspec.Struct, forbid_unknown_fields=True):
    locale: Literal["pt", "en"]


_COMPANY = "select id, name, legal_name, document, time_zone from company"


@dataclass(frozen=True, slots=True)
class People:
    door: Door

    async def me(self, call: Call) -> Answer:
        async with self.door.open(without_account(call), None, touch=False) as (tx, who):
            row = await tx.one(f"{_COMPANY} where id = %(id)s", {"id": who.company_id})
            assert row is not None
            return answer(
                Me(
                    id=str(who.person_id),
                    email=who.email,
                    companyId=who.company_id,
                    company=Company(**row),
                    companies=list(who.companies),
                    locale=who.locale,
                    permissions=sorted(who.permissions),
                    internal_user=who.internal,
                    sensitive=bool(SENSITIVE & who.permissions) and not who.has_second_factor,
                )
            )

    async def profile(self, call: Call) -> Answer:
        async with self.door.open(without_account(call), None) as (_, who):
            return answer(Profile(who.name, who.email, who.locale))

    async def change_profile(self, call: Call) -> Answer:
        given = call.read(ProfileInput)
        async with self.door.open(without_account(call), None) as (tx, who):
            await tx.execute(
                "update person set locale = %(locale)s where id = %(id)s", {"locale": given.locale, "id": who.person_id}
            )
            await record(
                tx,
                "identity:person:profile_changed",
                company=who.company_id,
                subject=str(who.person_id),
                actor=who.email,
                person=who.person_id,
                call=call,
                data={"locale": given.locale},
            )
            return answer(Profile(who.name, who.email, given.locale))

    async def companies(self, call: Call) -> Answer:
        async with self.door.open(without_account(call), Permission.COMPANIES_READ) as (tx, _):
            return answer([Company(**row) for row in await tx.all(f"{_COMPANY} order by id limit 5000")])

    async def company(self, call: Call) -> Answer:
        number = call.path_params["id"]
        async with self.door.open(without_account(call), Permission.COMPANIES_READ) as (tx, _):
            known = number.isascii() and number.isdigit() and len(number) <= 9
            row = await tx.one(f"{_COMPANY} where id = %(id)s", {"id": int(number)}) if known else None
            if row is None:
                raise not_found("company")
            return answer(Company(**row))
