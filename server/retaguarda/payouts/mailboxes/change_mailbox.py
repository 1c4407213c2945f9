"""Say where the mailbox of a processor is and with what it is opened; nothing uses it before it was tested and enabled again."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.mailboxes.commands import PATH, SCOPE, WRITE
from retaguarda.payouts.mailboxes.model import MailboxInput, PayoutMailbox
from retaguarda.payouts.mailboxes.open_mailboxes import SEALED
from retaguarda.payouts.mailboxes.queries import load_mailbox
from retaguarda.payouts.processors.model import Adapter
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.providers.payout.mailbox_port import MailboxError
from retaguarda.providers.payout.sftp import check_private_key, fingerprint_of


class _Paying(msgspec.Struct):
    adapter: Adapter
    name: str


@dataclass(frozen=True, slots=True)
class Setting:
    """The Command whose input holds secrets: no policy stores it and no plan shows it."""

    keys: Keys
    reach: AllowedAddresses

    def command(self) -> Command[MailboxInput]:
        return Command(
            name="payouts:mailbox:set",
            method="PUT",
            path=PATH,
            summary="Say where the mailbox (SFTP) of a processor is and what opens it; a worker tests it, and then it can be enabled",
            permission=WRITE,
            scope=SCOPE,
            input=MailboxInput,
            answers=PayoutMailbox,
            apply=self._set,
            keyed=False,
        )

    async def _set(self, tx: Tx, principal: Principal, given: MailboxInput, path: Mapping[str, str]) -> Done:
        processor = path_id(path)
        found = await fetch_one(
            tx, _Paying, "select adapter, name from payout_processor where id = %(id)s for update", {"id": processor}
        )
        if found is None:
            raise not_found("processor")
        if found.adapter != "cnab240":
            raise ApiError(409, "processor_not_by_file", "only a processor that gets files has a mailbox")
        fingerprint = self._fingerprint(given)
        values = {
            "company": PROVIDER,
            "id": processor,
            "by": principal.email,
            "port": given.port,
            "host_key": given.host_key.strip(),
            "fingerprint": fingerprint,
            **{name: _plain(name, getattr(given, name)) for name in ("host", "username", "outbox", "inbox")},
            **self._secrets(given),
        }
        self.reach.check("host", f"https://{given.host.strip()}:{given.port}")
        await tx.execute(_SET, values)
        data = {"name": found.name, "host": given.host, "fingerprint": fingerprint}
        return Done(str(processor), await load_mailbox(tx, processor), data)

    def _fingerprint(self, given: MailboxInput) -> str:
        try:
            return fingerprint_of(given.host_key)
        except MailboxError as error:
            raise _refused("host_key", error) from None

    def _secrets(self, given: MailboxInput) -> dict[str, bytes | None]:
        if given.password is None and given.private_key is None:
            raise invalid_field("password", "field_required", "a password, a private key, or both")
        if given.private_key is not None:
            try:
                check_private_key(given.private_key)
            except MailboxError as error:
                raise _refused("private_key", error) from None
        return {
            name: None if text is None else self.keys.seal(SEALED, text.encode())
            for name, text in (("password", given.password), ("private_key", given.private_key))
        }


def _refused(field: str, error: MailboxError) -> ApiError:
    if error.wrong == "library":
        return ApiError(409, "mailbox_library", str(error))
    return invalid_field(field, "invalid", str(error))


def _plain(field: str, text: str) -> str:
    plain = text.strip()
    if (
        not plain
        or not plain.isprintable()
        or (field == "host" and not plain.replace("-", "").replace(".", "").isalnum())
    ):
        raise invalid_field(field, "invalid", f"{field} has printable characters only")
    return plain


_SET = """
    insert into mailbox (company_id, processor_id, host, port, username, host_key, fingerprint, password, private_key, outbox, inbox, set_by,
                         test_asked_at)
    values (%(company)s, %(id)s, %(host)s, %(port)s, %(username)s, %(host_key)s, %(fingerprint)s, %(password)s, %(private_key)s, %(outbox)s,
            %(inbox)s, %(by)s, clock_timestamp())
    on conflict (company_id, processor_id) do update
       set host = excluded.host, port = excluded.port, username = excluded.username, host_key = excluded.host_key,
           fingerprint = excluded.fingerprint, password = excluded.password, private_key = excluded.private_key, outbox = excluded.outbox,
           inbox = excluded.inbox, set_by = excluded.set_by, set_at = clock_timestamp(), enabled = false, test_asked_at = clock_timestamp(),
           tested_at = null, tested_ms = null, test_error = null, look_error = null
"""
