"""What a provider's webhook tells: hints only, to be read back from the provider before anything is believed."""

from typing import Any

import msgspec

from retaguarda.providers.pix import ids
from retaguarda.providers.pix.money import parse_amount

#: A provider may tell several payments at once; nobody tells so many.
_MOST = 1_000


class NoticeError(ValueError):
    """The body is no notice of API Pix; the text says where."""


class Hint(msgspec.Struct, frozen=True):
    """A payment that may have arrived, or whose refunds may have ended.

    ``valor`` is what the notice claims, in centavos, None when it is not readable: to be shown, never posted.
    """

    end_to_end_id: str
    txid: str | None
    valor: int | None
    refund_ids: tuple[str, ...] = ()


class _Refund(msgspec.Struct):
    id: str


class _Pix(msgspec.Struct):
    endToEndId: str
    txid: str | None = None
    valor: Any = None
    devolucoes: list[_Refund] | _Refund | None = None


class _Notice(msgspec.Struct):
    pix: list[_Pix]


def parse_notice(content: bytes) -> list[Hint]:
    """The body of POST {webhookUrl}/pix; ``devolucoes`` may be a list or one object.

    Raises:
        NoticeError: not of that shape, an identifier that is none, or more than 1000 payments.
    """
    try:
        notice = msgspec.json.decode(content, type=_Notice)
    except msgspec.ValidationError as error:
        raise NoticeError(str(error)) from None
    except (ValueError, RecursionError):
        raise NoticeError("not JSON") from None
    if len(notice.pix) > _MOST:
        raise NoticeError(f"more than {_MOST} payments - at `$.pix`")
    return [_hint(number, pix) for number, pix in enumerate(notice.pix)]


def _hint(number: int, pix: _Pix) -> Hint:
    refunds = [pix.devolucoes] if isinstance(pix.devolucoes, _Refund) else pix.devolucoes or []
    if not ids.is_end_to_end_id(pix.endToEndId):
        raise NoticeError(f"not an endToEndId - at `$.pix[{number}].endToEndId`")
    if not all(ids.is_refund_id(refund.id) for refund in refunds):
        raise NoticeError(f"not a refund's id - at `$.pix[{number}].devolucoes`")
    # A txid that is none cannot be one of ours; the payment is still worth a look.
    txid = pix.txid if pix.txid and pix.txid.isascii() and pix.txid.isalnum() and len(pix.txid) <= 35 else None
    return Hint(pix.endToEndId, txid, _amount(pix.valor), tuple(refund.id for refund in refunds))


def _amount(value: Any) -> int | None:
    try:
        return parse_amount(value)
    except ValueError:
        return None
