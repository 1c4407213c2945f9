"""KYC in every state: reasons, leads, requests with drawn documents, proposals, renewals, and what decisions made known."""

import hashlib
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from retaguarda.compliance.kyc.draw_pages import draw_here
from retaguarda.foundation import local_day
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda_demo.kyc_checks import load_checks
from retaguarda_demo.papers import paper
from retaguarda_demo.people import DIEGO, EVA

#: Name, months, subjects, effect at expiry, documents; the last two depend on the first.
_REASONS: tuple[tuple[str, int, list[str], str, tuple[tuple[str, str, bool, int | None], ...]], ...] = (
    (
        "Novo estabelecimento",
        24,
        ["merchant"],
        "stop_payouts",
        (
            ("Cartão CNPJ", "cnpj_card", True, 90),
            ("Contrato social e última alteração", "articles", True, None),
            ("Identidade do administrador", "administrator_id", True, None),
            ("Comprovante de endereço", "proof_of_address", True, 90),
            ("Declaração de beneficiários finais", "ubo_declaration", False, None),
        ),
    ),
    ("Sócio", 24, ["partner"], "warn", (("Documento de identidade", "identity", True, None),)),
    (
        "Usuário final",
        36,
        ["end_user"],
        "warn",
        (("Documento de identidade", "identity", True, None), ("Comprovante de renda", "income", False, 180)),
    ),
    (
        "Aumento de limite",
        12,
        ["merchant"],
        "warn",
        (("Balanço ou DEFIS", "revenue", True, 365),),
    ),
)


class _File(NamedTuple):
    """A request: ``days`` since it was handed in; ``approved``: how many of its documents are; ``ago``: days since its decision."""

    reason: str
    company: int
    subject: str
    name: str
    document: str
    state: str
    days: int = 3
    approved: int = 9
    risk: str | None = "low"
    ago: int = 0


_FILES = (
    _File("Novo estabelecimento", 4, "merchant", "", "", "approved", 210, ago=200),
    _File("Novo estabelecimento", 5, "merchant", "", "", "approved", 716, ago=707),
    _File("Novo estabelecimento", 6, "merchant", "", "", "expired", 760, ago=745, risk="medium"),
    _File("Novo estabelecimento", 7, "merchant", "", "", "awaiting_approval", 4),
    _File("Novo estabelecimento", 9, "merchant", "", "", "awaiting_approval", 9, risk="high"),
    _File("Novo estabelecimento", 8, "merchant", "", "", "in_analysis", 2, approved=2, risk="medium"),
    _File("Novo estabelecimento", 2, "merchant", "", "", "awaiting_documents", 6, approved=1, risk=None),
    _File("Sócio", 4, "partner", "Caio Ferraz", "39053344705", "submitted", 1, approved=0, risk=None),
    _File("Usuário final", 2, "end_user", "Marina Teles", "52998224725", "draft", 0, approved=0, risk=None),
    _File("Usuário final", 2, "end_user", "Igor Sampaio", "11144477735", "withdrawn", 20, approved=0, risk=None),
    _File(
        "Usuário final", 6, "end_user", "Lia Monteiro", "15350946056", "rejected", 30, approved=0, ago=25, risk="high"
    ),
)
#: Company, kind, name, document, state, outcome and risk of a lead, and days since it came.
_LEADS = (
    (1, "merchant", "Café do Porto", "11444777000161", "new", None, None, 1),
    (1, "merchant", "Frigorífico Sul", "45723174000110", "checking", None, None, 3),
    (1, "merchant", "Festa Boa Filial", "60701190000104", "done", "ready", "low", 5),
    (1, "partner", "Nara Luz", "12345678909", "done", "needs_look", "high", 6),
    (1, "merchant", "Loja Perdida", "33000167000101", "discarded", None, None, 30),
    (1, "merchant", "Papelaria Antiga", "06990590000123", "expired", None, None, 120),
    (2, "end_user", "Bento Farias", "52998224725", "new", None, None, 0),
)


class _LeadChecks(NamedTuple):
    state: str
    days: int
    risk: str | None


def load_kyc(connection: psycopg.Connection) -> None:
    """One transaction, the caller's."""
    connection.execute("select set_config('retaguarda.companies', '*', true)")
    reasons = _load_reasons(connection)
    for file in _FILES:
        _Desk(connection, reasons).load(file)
    _load_leads(connection)
    _load_attributes(connection)


def _load_reasons(connection: psycopg.Connection) -> dict[str, UUID]:
    reasons = dict[str, UUID]()
    for name, months, subjects, expiry, documents in _REASONS:
        number, parent = uuid7(), reasons.get("Novo estabelecimento") if name == "Aumento de limite" else None
        connection.execute("insert into kyc_reason (id, name, parent_id) values (%s, %s, %s)", (number, name, parent))
        needed = [
            {"name": title, "type_field": code, "required_field": required, "max_age_days": age}
            for title, code, required, age in documents
        ]
        connection.execute(
            "insert into kyc_reason_version (reason_id, version, name, subject_types, valid_months, parent_id, on_expiry,"
            " documents, created_by) values (%s, 1, %s, %s, %s, %s, %s, %s::jsonb, %s)",
            (number, name, subjects, months, parent, expiry, json_text(needed), EVA),
        )
        reasons[name] = number
    return reasons


class _Desk:
    """Takes one request through its life, by statements that the rules of the database let through."""

    def __init__(self, connection: psycopg.Connection, reasons: dict[str, UUID]) -> None:
        self.connection, self.reasons, self.id = connection, reasons, uuid7()

    def do(self, statement: str, **values: Any) -> None:
        self.connection.execute(statement.encode(), values | {"id": self.id})

    def load(self, file: _File) -> None:
        documents = next(each[4] for each in _REASONS if each[0] == file.reason)
        self.do(
            "insert into kyc_request (company_id, id, reason_id, reason_version, subject_type, name, document, form, origin,"
            " created_by, created_at) select c.id, %(id)s, %(reason)s, 1, %(subject)s, coalesce(nullif(%(name)s, ''), c.legal_name),"
            " coalesce(nullif(%(document)s, ''), c.document), %(form)s::jsonb, 'merchant', 'ana@merchant.example',"
            " now() - make_interval(days => %(days)s, hours => 5) from company c where c.id = %(company)s",
            **file._asdict() | {"reason": self.reasons[file.reason], "form": json_text(_form(file))},
        )
        for n, (title, code, required, age) in enumerate(documents, 1):
            self.do(
                "insert into kyc_document (company_id, request_id, n, name, type_field, required, max_age_days)"
                " values (%(company)s, %(id)s, %(n)s, %(title)s, %(code)s, %(required)s, %(age)s)",
                company=file.company,
                n=n,
                title=title,
                code=code,
                required=required,
                age=age,
            )
            if file.state != "draft" and required:
                self._bring(file, n, title)
        if file.state == "withdrawn":
            self.do("update kyc_request set state = 'withdrawn' where id = %(id)s")
        elif file.state != "draft":
            self._analyse(file, len(documents))

    def _bring(self, file: _File, n: int, title: str) -> None:
        content = paper(f"{title}: {file.name or file.company}", pages=2 if n == 2 else 1)
        pages = draw_here(content)
        values = {"company": file.company, "n": n, "file": uuid7(), "name": f"{title}.pdf", "pages": len(pages)}
        for number, page in enumerate(pages, 1):
            self.do(
                "insert into kyc_page (company_id, request_id, file_id, page, width, height, png)"
                " values (%(company)s, %(id)s, %(file)s, %(page)s, %(width)s, %(height)s, %(png)s)",
                **values | {"page": number, "width": page.width, "height": page.height, "png": page.png},
            )
        self.do(
            "update kyc_document set state = 'pending', file_id = %(file)s, file_name = %(name)s, sha256 = %(sha)s,"
            " size = %(size)s, pages = %(pages)s, uploaded_by = 'ana@merchant.example', uploaded_at = now() - make_interval(days => %(days)s)"
            " where request_id = %(id)s and n = %(n)s",
            **values | {"sha": hashlib.sha256(content).digest(), "size": len(content), "days": file.days},
        )

    def _analyse(self, file: _File, documents: int) -> None:
        self.do(
            "update kyc_request set state = 'submitted', submitted_at = now() - make_interval(days => %(days)s),"
            " due_on = (now() - make_interval(days => %(days)s))::date + 7 where id = %(id)s",
            days=file.days,
        )
        if file.state == "submitted":
            return
        self.do("update kyc_request set state = 'in_analysis' where id = %(id)s")
        self.do(
            "insert into kyc_review (request_id, subject_company, assignee_id, assignee, risk, risk_comment, risk_by_id, taken_at)"
            " select %(id)s, %(company)s, id, email, %(risk)s, case when %(risk)s::text is not null then"
            " 'Pelos documentos e pelo ramo' end, case when %(risk)s::text is not null then id end, now() from person where email = %(by)s",
            company=file.company,
            risk=file.risk,
            by=DIEGO,
        )
        load_checks(self.connection, self.id, _form(file).get("owners", []), file)
        for n in range(1, min(file.approved, documents) + 1):
            self._say(file, n, "approved")
        if file.state == "awaiting_documents":
            self._say(file, 4, "revision")
            self.do("update kyc_request set state = 'awaiting_documents' where id = %(id)s")
            self.do(
                "insert into kyc_message (company_id, id, request_id, body) values (%(company)s, %(n)s, %(id)s,"
                " 'Falta só um comprovante de endereço recente para concluirmos.')",
                company=file.company,
                n=uuid7(),
            )
        if file.state in ("awaiting_approval", "approved", "expired", "rejected"):
            self._decide(file)

    def _say(self, file: _File, n: int, decision: str) -> None:
        told = "O comprovante tem mais de 90 dias. Envie um recente." if decision == "revision" else None
        values = {"company": file.company, "n": n, "decision": decision, "told": told, "by": DIEGO}
        self.do(
            "update kyc_document set state = %(decision)s, public_text = %(told)s where request_id = %(id)s and n = %(n)s"
            " and state = 'pending'",
            **values,
        )
        self.do(
            "insert into kyc_document_review (id, subject_company, request_id, n, file_id, decision, reason, public_text, person_id,"
            " actor, at) select gen_random_uuid(), d.company_id, d.request_id, d.n, d.file_id, %(decision)s,"
            " case when %(decision)s = 'revision' then 'expired' end, %(told)s, p.id, p.email,"
            " now() - make_interval(days => %(days)s) from kyc_document d"
            " join person p on p.email = %(by)s where d.request_id = %(id)s and d.n = %(n)s and d.file_id is not null",
            **values | {"days": max(file.ago, 0)},
        )

    def _decide(self, file: _File) -> None:
        approves = file.state != "rejected"
        self.do(
            "insert into kyc_proposal (id, subject_company, request_id, decision, risk, superior, evidence, internal_note, public_text,"
            " charge_limit, currency, proposer_id, proposed_by, proposed_at) select gen_random_uuid(), %(company)s, %(id)s, %(decision)s,"
            " %(risk)s, false, ''::bytea, %(note)s, %(told)s, %(limit)s, %(currency)s, id, email,"
            " now() - make_interval(days => %(ago)s, hours => 6) from person where email = %(by)s",
            company=file.company,
            decision="approve" if approves else "reject",
            risk=file.risk,
            note="Documentos conferem com o cadastro." if approves else "A identidade é de outra pessoa.",
            told=None if approves else "Os documentos enviados não comprovam a identidade.",
            limit=2_500_000 if approves and file.subject == "merchant" else None,
            currency=BRL,
            ago=file.ago,
            by=DIEGO,
        )
        self.do("update kyc_request set state = 'awaiting_approval' where id = %(id)s")
        if file.state == "awaiting_approval":
            return
        self.do(
            "update kyc_proposal p set outcome = %(outcome)s, decider_id = e.id, decided_by = e.email,"
            " decided_at = now() - make_interval(days => %(ago)s), decision_note = 'Conferido.'"
            " from person e where p.request_id = %(id)s and e.email = %(by)s",
            outcome="approved" if approves else "rejected",
            ago=file.ago,
            by=EVA,
        )
        if file.state == "expired":
            self.do("update kyc_request set state = 'expired' where id = %(id)s")


def _form(file: _File) -> dict[str, Any]:
    if file.subject != "merchant":
        return {
            "opened_on": "1990-04-12",
            "mother_name": "Rosa Teles",
            "occupation": "Comerciante",
            "address": "Rua das Acácias, 214, São Paulo",
            "purpose": "Receber por Pix",
        }
    return {
        "opened_on": "2019-03-12",
        "legal_nature": "206-2 Sociedade empresária limitada",
        "activity": "4712-1 Comércio varejista",
        "address": "Rua das Acácias, 214, São Paulo",
        "revenue_band": "R$ 4,8 a 10 milhões por ano",
        "purpose": "Receber vendas por Pix e boleto",
        "expected_volume": {"amount": 62_000_000, "currency": BRL},
        "owners": _owners(file.company),
    }


def _owners(company: int) -> list[dict[str, Any]]:
    """Two people; of a few companies through others, of which one names nobody for a part of it."""
    helena = {"name": "Helena Tavares Brito", "document": "39053344705", "share": 6000, "administrator": True}
    rui = {"name": "Rui Moscoso Leal", "document": "15350946056", "share": 4000, "administrator": False}
    if company not in (7, 8, 9):
        return [helena, rui]
    brito, leste = "27345678000162", "31887744000101"
    return [
        {"name": "Brito Participações Ltda", "document": brito, "share": 7000, "administrator": False},
        {"name": "Leste Investimentos S.A.", "document": leste, "share": 2000, "administrator": False},
        helena | {"share": 8000, "administrator": False, "of": brito},
        rui | {"share": 1000, "administrator": True},
        {"name": "Leste Investimentos S.A.", "document": leste, "share": 2000, "administrator": False, "of": brito},
        {"name": "Otávio Prado Sena", "document": "12345678909", "share": 7500, "administrator": False, "of": leste},
    ]


def _load_leads(connection: psycopg.Connection) -> None:
    for company, kind, name, document, state, outcome, risk, days in _LEADS:
        number, ended = uuid7(), state in ("discarded", "expired")
        connection.execute(
            "insert into kyc_lead (company_id, id, kind, name, document, source, state, created_by, created_at, expires_on, ended_at)"
            " values (%(company)s, %(id)s, %(kind)s, %(name)s, %(document)s, %(source)s, %(state)s, %(by)s,"
            " now() - make_interval(days => %(days)s), (now() - make_interval(days => %(days)s))::date + 90,"
            " case when %(ended)s then now() end)",
            {
                "company": company,
                "id": number,
                "kind": kind,
                "name": name,
                "document": document,
                "source": "staff" if company == 1 else "form",
                "state": state,
                "by": DIEGO if company == 1 else "ana@merchant.example",
                "days": days,
                "ended": ended,
            },
        )
        if state != "new":
            load_checks(connection, number, (), _LeadChecks(outcome or state, days, risk))
            connection.execute(
                "insert into kyc_lead_review (lead_id, lead_company, owner, outcome, risk, risk_reasons)"
                " values (%s, %s, %s, %s, %s, %s)",
                (number, company, DIEGO, outcome, risk, ["Pelo ramo e pelos sócios"] if risk else []),
            )


def _load_attributes(connection: psycopg.Connection) -> None:
    """What people wrote down beside KYC: exposure, a risk that was raised, and one that waits to be lowered."""
    today = local_day.today(local_day.BRASILIA)
    partners = connection.execute(
        "select company_id, document, pep_type from company_partner where pep_type is not null"
    ).fetchall()
    for company, document, pep in partners:
        for attribute, value in (
            ("pep", pep),
            ("pep_office", "Vereadora"),
            ("pep_until", f"{today.year + 4}-12-31"),
        ):
            connection.execute(
                "select bacen_attribute_set(gen_random_uuid(), %s, %s, 'partner', %s, %s, %s, null, 'person', 'Lista PEP da CGU',"
                " null, %s, %s)",
                (
                    company,
                    document,
                    attribute,
                    value,
                    today - timedelta(days=90),
                    DIEGO,
                    today + timedelta(days=20),
                ),
            )
    connection.execute(
        "insert into bacen_attribute (id, subject_company, subject, subject_kind, attribute, value, valid_from, source, source_ref,"
        " state, set_by_id, set_by) select gen_random_uuid(), c.id, c.document, 'merchant', 'risk_class', 'low', %s, 'person',"
        " 'Reavaliação anual', 'proposed', p.id, p.email from company c join person p on p.email = %s where c.id = 6",
        (today, DIEGO),
    )
