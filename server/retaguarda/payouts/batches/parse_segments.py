"""The records of a CNAB 240 remittance that say something of a credit, and what they come to in our columns."""

import msgspec

from retaguarda.payout_engine.plan_ted import CREDIT, TED_PURPOSES
from retaguarda.payouts.batches.parse_rows import centavos_text

#: Way of paying of a batch (FEBRABAN G029): Pix.
PIX = "45"
#: Form of initiation (G100) → kind of key; 03 is the holder's document, 05 no key.
_FORMS = {"01": "phone", "02": "email", "03": "", "04": "evp"}
_DOCUMENT_FORM = "03"
_ACCOUNT_TYPES = {"01": "cacc", "02": "tran", "03": "svgs"}


class Opening(msgspec.Struct):
    file_kind: str


class BatchOpening(msgspec.Struct):
    operation: str
    payment_method: str


class Credit(msgspec.Struct):
    """Segment A; Itaú writes branch and account in one field, and whose they are."""

    currency: str
    amount: str
    payee_name: str
    company_ref: str
    payment_date: str
    payee_bank: str
    payee_branch: str = ""
    payee_account: str = ""
    payee_account_dv: str = ""
    payee_branch_account: str | None = None
    payee_doc: str = ""
    ispb: str = ""
    ted_purpose: str = ""
    transfer_identification: str = ""


class Payee(msgspec.Struct):
    """Segment B, for Pix and for all else."""

    payee_doc: str
    payee_doc_type: str
    initiation_form: str = ""
    key_type: str = ""
    info11: str = ""
    info12: str = ""
    pix_key: str = ""
    ispb: str = ""


class BatchEnd(msgspec.Struct):
    record_count: str
    amount_total: str


class FileEnd(msgspec.Struct):
    batch_count: str
    record_count: str


def credited(credit: Credit) -> dict[str, str]:
    day = credit.payment_date
    return {
        "name": credit.payee_name,
        "document": _document(credit.payee_doc),
        "amount": centavos_text(int(credit.amount)),
        "scheduled_for": f"{day[:2]}/{day[2:4]}/{day[4:]}" if day.strip("0") else "",
        "external_id": credit.company_ref,
    }


#: TED to another owner, and to the same one (FEBRABAN G029).
TED = frozenset({"41", "43"})


def _purpose(credit: Credit) -> str:
    """What a TED is for; a number that is none of ours is a credit in account."""
    return credit.ted_purpose if credit.ted_purpose in TED_PURPOSES else CREDIT


def completed(credit: Credit, payee: Payee, method: str) -> dict[str, str]:
    """Return what both segments say: whose account it is, and the key or the account."""
    document = _document(payee.payee_doc, payee.payee_doc_type) or _document(credit.payee_doc)
    values = credited(credit) | {"document": document}
    form = payee.initiation_form or payee.key_type
    if method == PIX and form in _FORMS:
        key = document if form == _DOCUMENT_FORM else payee.info12 or payee.pix_key
        return {**values, "pix_key": key, "pix_key_kind": _FORMS[form]}
    branch, account, digit = credit.payee_branch, credit.payee_account, credit.payee_account_dv
    if credit.payee_branch_account is not None:
        branch, account, digit = (*credit.payee_branch_account.split(), "", "", "")[:3]
    kind = credit.transfer_identification or payee.info11
    return {
        **values,
        **({"method": "ted", "ted_purpose": _purpose(credit)} if method in TED else {}),
        "bank": credit.payee_bank if credit.payee_bank.strip("0") else payee.ispb or credit.ispb,
        "branch": branch.lstrip("0").rjust(4, "0") if branch else "",
        "account": f"{account.lstrip('0')}-{digit}" if digit else account,
        "account_type": _ACCOUNT_TYPES.get(kind, ""),
    }


def _document(digits: str, kind: str = "") -> str:
    """Return a CPF (kind 1) or a CNPJ (2) without the zeros that fill its place."""
    width = {"1": 11, "2": 14}.get(kind) or (11 if digits[:-11].strip("0") == "" else 14)
    return digits[-width:] if digits.strip("0") else ""
