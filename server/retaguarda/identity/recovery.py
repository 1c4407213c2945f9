"""Recovery codes: ten, for a lost phone. Stored as keyed hashes; each replaces one code of the app, once."""

import re
import secrets
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys

COUNT = 10
#: Without characters that look alike; 10 of them are 49 bits.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


async def make_codes(tx: Tx, keys: Keys, person: UUID, company: int) -> list[str]:
    """Replaces all codes; only this response can show them."""
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(10)) for _ in range(COUNT)]
    await forget_codes(tx, person)
    await tx.execute(
        "insert into recovery_code (person_id, company_id, hash) select %(person)s, %(company)s, unnest(%(hashes)s::bytea[])",
        {"person": person, "company": company, "hashes": [await _hash(tx, keys, person, code) for code in codes]},
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


async def use_code(tx: Tx, keys: Keys, person: UUID, text: str) -> bool:
    """Uses a code up; False if it is unknown or used. Case, spaces and dashes do not matter."""
    code = re.sub(r"[\s-]", "", text.casefold())
    return bool(
        await tx.execute(
            "update recovery_code set used_at = now() where person_id = %(person)s and hash = %(hash)s and used_at is null",
            {"person": person, "hash": await _hash(tx, keys, person, code)},
        )
    )


async def codes_left(tx: Tx, person: UUID) -> int:
    return await tx.value(
        "select count(*) from recovery_code where person_id = %(person)s and used_at is null", {"person": person}
    )


async def forget_codes(tx: Tx, person: UUID) -> None:
    await tx.execute("delete from recovery_code where person_id = %(person)s", {"person": person})


async def _hash(tx: Tx, keys: Keys, person: UUID, code: str) -> bytes:
    return await keys.sign_permanently(tx, "recovery", person.bytes + code.encode())
