"""FastAPI, SQLAlchemy ORM, Pydantic.

Rows of columns instead of entities, asyncpg instead of psycopg and async instead of threads: each was the faster of the two.
"""

import os
from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Depends, FastAPI, Query, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict
from sqlalchemy import ForeignKey, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

app = FastAPI()
engine = create_async_engine(
    os.environ["BENCH_DATABASE"].replace("postgresql://", "postgresql+asyncpg://"), pool_size=16, max_overflow=0
)
sessions = async_sessionmaker(engine, expire_on_commit=False)


class Base(DeclarativeBase):
    pass


class Company(Base):
    __tablename__ = "company"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Charge(Base):
    __tablename__ = "charge"

    company_id: Mapped[int] = mapped_column(ForeignKey("company.id"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    created_at: Mapped[datetime]
    txid: Mapped[str]
    end_to_end_id: Mapped[str | None]
    payer_name: Mapped[str | None]
    payer_document: Mapped[str | None]
    kind: Mapped[str]
    due_date: Mapped[date | None]
    status: Mapped[str]
    reference: Mapped[str | None]
    description: Mapped[str | None]
    amount: Mapped[int]
    fee: Mapped[int]
    paid: Mapped[int]
    refunded: Mapped[int]
    expires_at: Mapped[datetime]
    paid_at: Mapped[datetime | None]
    processor: Mapped[str]
    batch: Mapped[UUID | None]
    last_error: Mapped[str | None]


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
    model_config = ConfigDict(from_attributes=True)

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


LIST = select(
    Charge.id,
    Charge.created_at,
    Charge.txid,
    Charge.end_to_end_id,
    Charge.payer_name,
    Charge.payer_document,
    literal("pix").label("method"),
    Charge.kind,
    Charge.due_date,
    Charge.status,
    Charge.reference,
    Charge.description,
    Charge.amount,
    Charge.fee,
    (Charge.paid - Charge.fee).label("net"),
    Charge.refunded,
    Charge.expires_at,
    Charge.paid_at,
    Charge.processor,
    Charge.batch,
    Charge.company_id,
    Company.name.label("company_name"),
    Charge.last_error,
).join(Company, Company.id == Charge.company_id)


async def session() -> AsyncIterator[AsyncSession]:
    async with sessions() as opened:
        yield opened


@app.get("/payments", response_model=list[ChargeOut])
async def payments(
    response: Response,
    database: Annotated[AsyncSession, Depends(session)],
    company_id: int,
    page: Annotated[int, Query(ge=1)] = 1,
    per_page: Annotated[int, Query(ge=1, le=200)] = 10,
) -> Any:
    total = await database.scalar(select(func.count()).select_from(Charge).where(Charge.company_id == company_id))
    rows = await database.execute(
        LIST.where(Charge.company_id == company_id)
        .order_by(Charge.created_at.desc(), Charge.id.desc())
        .limit(per_page)
        .offset((page - 1) * per_page)
    )
    response.headers["X-Total"] = str(total)
    return rows.all()
