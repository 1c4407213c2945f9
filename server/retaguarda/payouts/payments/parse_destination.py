"""Read where a payment goes: a Pix key, an account, the text of a Pix code, or the line of a slip."""

from dataclasses import dataclass

from retaguarda.account.bank_accounts.add_bank_account import read_destination
from retaguarda.account.bank_accounts.model import AccountInput
from retaguarda.account.deposits.deposit_codes import account_with_us, company_of
from retaguarda.bank_book.queries import bank_by_code
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payouts.payments.model import PaymentDestination
from retaguarda.providers.bankfiles.slips import SlipError, looks_like_slip, read_slip
from retaguarda.providers.pix import brcode
from retaguarda.providers.pix.keys import is_key, kind_of


@dataclass(frozen=True, slots=True)
class Destination:
    """``columns``: as a payout copies them. ``amount`` (minor units) and ``text``: of a code, where it names them."""

    columns: Row
    amount: int | None = None
    text: str | None = None


async def read_given(tx: Tx, given: PaymentDestination) -> Destination:
    """Parse the given destination.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    if sum(each is not None for each in (given.key, given.account, given.code)) != 1:
        raise ApiError(400, {"key": ["one_destination"]}, "give a Pix key, an account or a code, and only one of them")
    if given.method == "ted" and given.account is None:
        raise invalid_field("method", "ted_needs_account", "a TED goes to a bank account")
    if given.ted_purpose is not None and given.method != "ted":
        raise invalid_field("ted_purpose", "not_with_pix", "only a TED has a purpose of its own")
    if given.code is None:
        return Destination(await read_destination(tx, given.account, given.key, given.method))
    if looks_like_slip(given.code):
        return await _of_slip(tx, given.code)
    return await _of_code(tx, given.code)


async def _of_slip(tx: Tx, text: str) -> Destination:
    try:
        slip = read_slip(text, today(BRASILIA))
    except SlipError as error:
        raise invalid_field("code", error.key, str(error)) from None
    bank = await bank_by_code(tx, slip.bank)
    names = {"ispb": bank.ispb, "bank_name": bank.name} if bank else {}
    columns = {"kind": "slip", "compe": slip.bank, "barcode": slip.barcode, "due_on": slip.due_on, **names}
    return Destination(columns, slip.amount)


async def _of_code(tx: Tx, text: str) -> Destination:
    try:
        code = brcode.parse(text)
    except brcode.BrCodeError as error:
        raise invalid_field("code", "code_invalid", f"this is no Pix code: {error}") from None
    if not code.key or not is_key(code.key):
        # The amount of a dynamic code stands behind its address, which only the payer's bank may fetch.
        raise invalid_field("code", "code_dynamic", "this code has no key of its own; ask the payee for their Pix key")
    merchant = company_of(code.txid or "")
    if merchant is not None and code.key == await tx.value("select deposit_key(%(id)s)", {"id": merchant}):
        return Destination(await _of_merchant(tx, merchant), code.amount, code.info or None)
    txid = code.txid if code.txid != "***" else ""
    columns = {"kind": "key", "pix_key": code.key, "pix_key_kind": kind_of(code.key)}
    return Destination(columns, code.amount, " ".join(each for each in (code.info, txid) if each) or None)


async def _of_merchant(tx: Tx, merchant: int) -> Row:
    """The account to which the deposit code of a merchant leads, whether there is such a merchant or not."""
    found = await account_with_us(tx, merchant)
    number = found.number
    return await read_destination(tx, AccountInput(found.ispb, "TRAN", found.branch, number[:-1], number[-1]), None)
