"""What is known of the demo's companies: who owns them, on what terms they work; and two more, one judged, one blocked."""

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO

import psycopg

from retaguarda.companies.contracts import owner_of
from retaguarda.foundation import local_day
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.pdf import BOLD, HEIGHT, MARGIN, PdfFile, left
from retaguarda.payin.charges.postings import OPEN_ACCOUNTS
from retaguarda_demo.people import PEOPLE, DemoCompany


def _numbered(base: str) -> str:
    return base + check_digits(base)


@dataclass(frozen=True, slots=True)
class Known:
    """``partners``: name, document, politically exposed (principal or related) and share in basis points."""

    company: int
    segment: str
    risk: str
    products: tuple[str, ...]
    partners: tuple[tuple[str, str, str | None, int], ...]
    #: Minor units; None: no limit of its own.
    charge: int | None = None
    withdrawal: int | None = None
    fee: int | None = None


KNOWN = (
    Known(
        2,
        "Moda e casa",
        "low",
        ("payin", "payout"),
        (("Aurora Campos", _numbered("900100201"), None, 7000), ("Ivo Campos", _numbered("900100202"), None, 3000)),
        charge=5_000_000,
        withdrawal=10_000_000,
    ),
    Known(
        3,
        "Livros e discos",
        "low",
        ("payin",),
        (("Praça Participações", _numbered("90010030000A"), None, 10_000),),
        fee=120,
    ),
    Known(
        4,
        "Alimentação",
        "low",
        ("payin",),
        (
            ("Tomás Rangel", _numbered("900100204"), None, 3334),
            ("Davi Rangel", _numbered("900100205"), None, 3333),
            ("Lia Rangel", _numbered("900100206"), "related", 3333),
        ),
    ),
    Known(
        5,
        "Oficina mecânica",
        "medium",
        ("payin",),
        (("José Nóbrega", _numbered("900100207"), None, 10_000),),
        charge=2_000_000,
    ),
    Known(
        6,
        "Educação",
        "medium",
        ("payin", "payout"),
        (
            ("Helena Prado", _numbered("900100208"), "principal", 5500),
            ("Rui Prado", _numbered("900100209"), "related", 4500),
        ),
    ),
    Known(
        7, "Supermercado", "low", ("payin", "payout"), (("Bom Preço Holding", _numbered("90010070000B"), None, 10_000),)
    ),
    Known(8, "Eventos", "high", ("payin",), (("Nara Luz", _numbered("900100210"), "principal", 10_000),)),
    Known(
        9, "Eletrônicos", "very_high", ("payin", "exchange"), (("Otto Braga", _numbered("900100211"), None, 10_000),)
    ),
)
#: Asks for no less than R$ 10, pays another fee for charges with a due date, and makes no recurring ones.
ON_ITS_OWN_TERMS = 5
JUDGED = DemoCompany(8, "Festa Boa Eventos", "Festa Boa Eventos Ltda", _numbered("900100800001"))
BLOCKED = DemoCompany(9, "Tech Barato", "Tech Barato Importados Ltda", _numbered("9001T09000C1"))
REASON = "Suspeita de fraude: entregas não confirmadas"
KYC_YEARS = timedelta(days=2 * 365)


def load_companies(connection: psycopg.Connection) -> None:
    """The transaction is the caller's; the demo's companies stand already."""
    staff = next(person for person in PEOPLE if person.internal)
    for company in (JUDGED, BLOCKED):
        connection.execute(
            "insert into company (id, name, legal_name, document, status) values (%s, %s, %s, %s, 'review')",
            (company.id, company.name, company.legal_name, company.document),
        )
        connection.execute(OPEN_ACCOUNTS, {"company": company.id})
    connection.execute(
        "update company set status = 'active', status_reason = 'Documentos conferidos' where id = %s", (BLOCKED.id,)
    )
    connection.execute(
        "update company set status = 'blocked', blocked_in = true, blocked_out = true, status_reason = %s where id = %s",
        (REASON, BLOCKED.id),
    )
    today = local_day.today(local_day.BRASILIA)
    for known in KNOWN:
        _load(connection, known, today, staff.email, staff.name)


def _load(connection: psycopg.Connection, known: Known, today: date, email: str, name: str) -> None:
    since = today - timedelta(days=40 * known.company)
    connection.execute(
        "update company set segment = %s, risk = %s, products = %s, owner = %s, kyc_expires_on = %s where id = %s",
        (known.segment, known.risk, list(known.products), name, since + KYC_YEARS, known.company),
    )
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into company_partner (company_id, id, name, document, pep_type, share) values (%s, %s, %s, %s, %s, %s)",
            [(known.company, uuid7(), *partner) for partner in known.partners],
        )
        cursor.executemany(
            "insert into company_limit (company_id, kind, amount, currency, updated_by) values (%s, %s, %s, %s, %s)",
            [
                (known.company, kind, amount, BRL, email)
                for kind, amount in (("charge", known.charge), ("withdrawal", known.withdrawal))
                if amount is not None
            ],
        )
    if known.fee is not None:
        connection.execute(
            "insert into payin_setting (company_id, basis_points, currency) values (%s, %s, %s)",
            (known.company, known.fee, BRL),
        )
    if known.company == ON_ITS_OWN_TERMS:
        connection.execute(
            "insert into payin_setting (company_id, minimum, currency, expires_in) values (%s, 1000, %s, 3600)",
            (known.company, BRL),
        )
        connection.execute(
            "insert into payin_method (company_id, method, accepted, basis_points, fixed, currency)"
            " values (%(company)s, 'due', null, 79, 99, %(currency)s), (%(company)s, 'automatic', false, null, null, %(currency)s)",
            {"company": known.company, "currency": BRL},
        )
    connection.execute(
        "insert into company_attribute (company_id, id, attribute, value, valid_from, source, created_by)"
        " values (%s, %s, 'risk_classification', %s, %s, 'Comitê de risco', %s)",
        (known.company, uuid7(), known.risk, since, email),
    )
    contract = uuid7()
    connection.execute(
        "insert into company_contract (company_id, id, name, valid_from, created_by) values (%s, %s, 'Recebimento com Pix', %s, %s)",
        (known.company, contract, since, email),
    )
    paper = _paper(known.company)
    connection.execute(
        "insert into stored_file (company_id, id, owner, name, media_type, size, sha256, content, uploaded_by)"
        " values (%s, %s, %s, 'Contrato assinado.pdf', 'application/pdf', %s, %s, %s, %s)",
        (known.company, uuid7(), owner_of(contract), len(paper), hashlib.sha256(paper).digest(), paper, email),
    )


def _paper(company: int) -> bytes:
    """One page, as if it had been signed."""
    out = BytesIO()
    file = PdfFile(out)
    file.page([left(MARGIN, HEIGHT - 80, f"Contrato de recebimento com Pix, empresa {company}", 14, BOLD)])
    file.close("Contrato de recebimento com Pix", "pt-BR")
    return out.getvalue()
