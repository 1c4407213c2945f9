"""DICT's infraction reports and refund requests (Mecanismo Especial de Devolução): the port, and a client of the XML API."""

from retaguarda.providers.dict.port import (
    Dict,
    DictError,
    DictProblem,
    DictUnavailable,
    NoDict,
    RefundRequest,
    RefundResult,
    Report,
)

__all__ = [
    "Dict",
    "DictError",
    "DictProblem",
    "DictUnavailable",
    "NoDict",
    "RefundRequest",
    "RefundResult",
    "Report",
]
