"""Django Ninja, on granian's WSGI side, with a connection kept for each thread.

Of each pair the faster: granian or gunicorn's threads, rows of values or model instances, plain Pydantic models or
Ninja's Schema (which looks every field up through Django's template rules), orjson or the standard library's json.
"""

import os
from datetime import date, datetime
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import django
import orjson
from django.conf import settings

_at = urlsplit(os.environ["BENCH_DATABASE"])

settings.configure(
    DEBUG=False,
    SECRET_KEY="of the bench",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    TIME_ZONE="UTC",
    MIDDLEWARE=[],
    INSTALLED_APPS=[],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": _at.path[1:],
            "USER": _at.username,
            "HOST": parse_qs(_at.query)["host"][0],
            "CONN_MAX_AGE": None,
            "OPTIONS": {"server_side_binding": True, "prepare_threshold": 5},
        }
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models  # noqa: E402
from django.db.models import F, Value  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402
from ninja import NinjaAPI  # noqa: E402
from ninja.renderers import BaseRenderer  # noqa: E402
from pydantic import BaseModel, BeforeValidator  # noqa: E402


class Company(models.Model):
    id = models.IntegerField(primary_key=True)
    name = models.TextField()

    class Meta:
        app_label = "bench"
        db_table = "company"
        managed = False


class Charge(models.Model):
    id = models.UUIDField(primary_key=True)
    company = models.ForeignKey(Company, models.DO_NOTHING)
    created_at = models.DateTimeField()
    txid = models.TextField()
    end_to_end_id = models.TextField(null=True)
    payer_name = models.TextField(null=True)
    payer_document = models.TextField(null=True)
    kind = models.TextField()
    due_date = models.DateField(null=True)
    status = models.TextField()
    reference = models.TextField(null=True)
    description = models.TextField(null=True)
    amount = models.BigIntegerField()
    fee = models.BigIntegerField()
    paid = models.BigIntegerField()
    refunded = models.BigIntegerField()
    expires_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    processor = models.TextField()
    batch = models.UUIDField(null=True)
    last_error = models.TextField(null=True)

    class Meta:
        app_label = "bench"
        db_table = "charge"
        managed = False


class Money(BaseModel):
    amount: int
    currency: Literal["BRL"] = "BRL"


def _masked(document: str | None) -> str | None:
    if document is None or len(document) != 11:
        return document
    return f"***.{document[3:6]}.{document[6:9]}-**"


Amount = Annotated[Money, BeforeValidator(lambda amount: {"amount": amount})]
Document = Annotated[str | None, BeforeValidator(_masked)]


class ChargeOut(BaseModel):
    id: UUID
    created_at: datetime
    txid: str
    end_to_end_id: str | None
    payer_name: str | None
    payer_document: Document
    method: str
    kind: str
    due_date: date | None
    status: str
    reference: str | None
    description: str | None
    amount: Amount
    fee: Amount
    net: Amount
    refunded: Amount
    expires_at: datetime
    paid_at: datetime | None
    processor: str
    batch: UUID | None
    company_id: int
    company_name: str
    last_error: str | None


COLUMNS = (
    "id",
    "created_at",
    "txid",
    "end_to_end_id",
    "payer_name",
    "payer_document",
    "kind",
    "due_date",
    "status",
    "reference",
    "description",
    "amount",
    "fee",
    "refunded",
    "expires_at",
    "paid_at",
    "processor",
    "batch",
    "company_id",
    "last_error",
)


class OrjsonRenderer(BaseRenderer):
    """As Ninja's documentation recommends."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data)


api = NinjaAPI(openapi_url=None, renderer=OrjsonRenderer())


@api.get("/payments", response=list[ChargeOut])
def payments(request: HttpRequest, response: HttpResponse, company_id: int, page: int = 1, per_page: int = 10) -> Any:
    charges = Charge.objects.filter(company_id=company_id)
    start = (page - 1) * per_page
    response["X-Total"] = str(charges.count())
    return list(
        charges.order_by("-created_at", "-id").values(
            *COLUMNS, method=Value("pix"), net=F("paid") - F("fee"), company_name=F("company__name")
        )[start : start + per_page]
    )


urlpatterns = [path("", api.urls)]
application = get_wsgi_application()
