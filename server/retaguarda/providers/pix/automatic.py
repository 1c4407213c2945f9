"""Pix Automático: the calls of API Pix 2.9.0 about recurrences, beside those about charges."""

from collections.abc import AsyncIterator
from datetime import date, datetime

from retaguarda.providers.pix.client import PixClient, about
from retaguarda.providers.pix.paths import given, plain, span
from retaguarda.providers.pix.recurrence_answers import (
    CobR,
    CobRPage,
    LocRec,
    LocRecPage,
    Rec,
    RecPage,
    SolicRec,
    WebhookUrl,
)
from retaguarda.providers.pix.recurrence_requests import (
    CANCELLED,
    CobRSolicitada,
    RecRevisada,
    RecSolicitada,
    SolicRecSolicitada,
)


class AutomaticClient(PixClient):
    """A PixClient that also speaks of recurrences. Only put_cobr() is idempotent by its id: before another POST is
    repeated, look whether the first one arrived."""

    # Recurrences

    async def create_rec(self, rec: RecSolicitada) -> Rec:
        said = await self._call("POST", "/rec", Rec, rec.body())
        about(rec.contrato, said.vinculo, "contrato")
        return said

    async def get_rec(self, id_rec: str, txid: str | None = None) -> Rec:
        """``txid``: of the charge whose code also offers the recurrence (JORNADA_3 and JORNADA_4)."""
        return about(id_rec, await self._call("GET", f"/rec/{plain(id_rec)}", Rec, params=given(txid=txid)), "idRec")

    async def patch_rec(self, id_rec: str, change: RecRevisada) -> Rec:
        return about(id_rec, await self._call("PATCH", f"/rec/{plain(id_rec)}", Rec, change.body()), "idRec")

    async def cancel_rec(self, id_rec: str) -> Rec:
        return about(id_rec, await self._call("PATCH", f"/rec/{plain(id_rec)}", Rec, CANCELLED), "idRec")

    async def list_rec(
        self, inicio: datetime, fim: datetime, *, status: str | None = None, cpf: str | None = None,
        cnpj: str | None = None, convenio: str | None = None, page_size: int = 100,
    ) -> AsyncIterator[Rec]:  # fmt: skip
        """Every recurrence made in the span, page after page. ``inicio`` and ``fim`` carry their zone."""
        asked = span(inicio, fim) | given(status=status, cpf=cpf, cnpj=cnpj, convenio=convenio)
        async for page in self._pages("/rec", asked, RecPage, page_size):
            for rec in page.recs:
                yield rec

    # Confirmation requests

    async def create_solicrec(self, request: SolicRecSolicitada) -> SolicRec:
        return about(request.id_rec, await self._call("POST", "/solicrec", SolicRec, request.body()), "idRec")

    async def get_solicrec(self, id_solic_rec: str) -> SolicRec:
        said = await self._call("GET", f"/solicrec/{plain(id_solic_rec)}", SolicRec)
        return about(id_solic_rec, said, "idSolicRec")

    async def cancel_solicrec(self, id_solic_rec: str) -> SolicRec:
        said = await self._call("PATCH", f"/solicrec/{plain(id_solic_rec)}", SolicRec, CANCELLED)
        return about(id_solic_rec, said, "idSolicRec")

    # Charges of a cycle

    async def put_cobr(self, txid: str, cobr: CobRSolicitada) -> CobR:
        return about(txid, await self._call("PUT", f"/cobr/{plain(txid)}", CobR, cobr.body()), "txid")

    async def create_cobr(self, cobr: CobRSolicitada) -> CobR:
        """The provider chooses the txid."""
        return await self._call("POST", "/cobr", CobR, cobr.body())

    async def get_cobr(self, txid: str) -> CobR:
        return about(txid, await self._call("GET", f"/cobr/{plain(txid)}", CobR), "txid")

    async def cancel_cobr(self, txid: str) -> CobR:
        return about(txid, await self._call("PATCH", f"/cobr/{plain(txid)}", CobR, CANCELLED), "txid")

    async def retry_cobr(self, txid: str, day: date) -> CobR:
        said = await self._call("POST", f"/cobr/{plain(txid)}/retentativa/{day.isoformat()}", CobR)
        return about(txid, said, "txid")

    async def list_cobr(
        self, inicio: datetime, fim: datetime, *, id_rec: str | None = None, status: str | None = None,
        convenio: str | None = None, page_size: int = 100,
    ) -> AsyncIterator[CobR]:  # fmt: skip
        """Every charge made in the span, page after page. ``inicio`` and ``fim`` carry their zone."""
        asked = span(inicio, fim) | given(idRec=id_rec, status=status, convenio=convenio)
        async for page in self._pages("/cobr", asked, CobRPage, page_size):
            for cobr in page.cobsr:
                yield cobr

    # Locations of recurrences

    async def create_locrec(self) -> LocRec:
        """Not idempotent: each call makes a location."""
        return await self._call("POST", "/locrec", LocRec)

    async def get_locrec(self, loc_id: int) -> LocRec:
        return await self._call("GET", f"/locrec/{loc_id}", LocRec)

    async def unlink_locrec(self, loc_id: int) -> LocRec:
        """Takes the recurrence away from its location."""
        return await self._call("DELETE", f"/locrec/{loc_id}/idRec", LocRec)

    async def list_locrec(self, inicio: datetime, fim: datetime, *, page_size: int = 100) -> AsyncIterator[LocRec]:
        async for page in self._pages("/locrec", span(inicio, fim), LocRecPage, page_size):
            for loc in page.loc:
                yield loc

    # Where changes are told: one address for all recurrences, one for all their charges

    async def put_webhook_rec(self, url: str) -> None:
        await self._send_authorized("PUT", "/webhookrec", {"webhookUrl": url + self.config.webhook_suffix})

    async def get_webhook_rec(self) -> WebhookUrl:
        return await self._call("GET", "/webhookrec", WebhookUrl)

    async def delete_webhook_rec(self) -> None:
        await self._send_authorized("DELETE", "/webhookrec")

    async def put_webhook_cobr(self, url: str) -> None:
        await self._send_authorized("PUT", "/webhookcobr", {"webhookUrl": url + self.config.webhook_suffix})

    async def get_webhook_cobr(self) -> WebhookUrl:
        return await self._call("GET", "/webhookcobr", WebhookUrl)

    async def delete_webhook_cobr(self) -> None:
        await self._send_authorized("DELETE", "/webhookcobr")
