"""API Pix 2.9.0 of the Central Bank: a client for any provider that speaks it, and the BR Code."""

from retaguarda.providers.pix.answers import Cob, Devolucao, Location, LoteCobV, Pessoa, Pix, Webhook
from retaguarda.providers.pix.client import Exchange, ExchangeHook, PixClient
from retaguarda.providers.pix.config import SCOPES, PixConfig
from retaguarda.providers.pix.errors import PixError, PixNotUnderstood, PixProblem, PixUnavailable, Violacao
from retaguarda.providers.pix.requests import (
    CobRevisada,
    CobSolicitada,
    CobVSolicitada,
    Devedor,
    DevolucaoSolicitada,
    LoteCobVRevisado,
    LoteCobVSolicitado,
)

__all__ = [
    "SCOPES",
    "Cob",
    "CobRevisada",
    "CobSolicitada",
    "CobVSolicitada",
    "Devedor",
    "Devolucao",
    "DevolucaoSolicitada",
    "Exchange",
    "ExchangeHook",
    "Location",
    "LoteCobV",
    "LoteCobVRevisado",
    "LoteCobVSolicitado",
    "Pessoa",
    "Pix",
    "PixClient",
    "PixConfig",
    "PixError",
    "PixNotUnderstood",
    "PixProblem",
    "PixUnavailable",
    "Violacao",
    "Webhook",
]
