"""The demo's companies and people. Names are invented; documents are well-known test numbers."""

from dataclasses import dataclass

from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.foundation.request import PROVIDER
from retaguarda.settings import Settings

PASSWORD = "Mesa#Azul-2026"
TOTP_SECRET = "JBSWY3DPEHPK3PXP"


@dataclass(frozen=True, slots=True)
class DemoCompany:
    id: int
    name: str
    legal_name: str
    document: str


@dataclass(frozen=True, slots=True)
class DemoPerson:
    email: str
    name: str
    company: int
    role: str
    two_factor: bool = False
    internal: bool = False


HOUSE = DemoCompany(PROVIDER, "Retaguarda Pagamentos", "Retaguarda Instituição de Pagamento S.A.", "11222333000181")
MERCHANTS = (
    DemoCompany(2, "Loja Aurora", "Loja Aurora Comércio Ltda", "P3E2Z8IQ9Y7J64"),
    DemoCompany(3, "Outra Praça", "Outra Praça Livros e Discos Ltda", "12ABC34501DE35"),
    DemoCompany(4, "Padaria Três Irmãos", "Padaria Três Irmãos Ltda", "ZB6CN6Z43DVY04"),
    DemoCompany(5, "Oficina do Zé", "Oficina do Zé Reparos ME", "RKTTNJFBF5JX05"),
    DemoCompany(6, "Escola Novo Horizonte", "Escola Novo Horizonte S.A.", "VLSI47WQAL9V06"),
    DemoCompany(7, "Mercado Bom Preço", "Mercado Bom Preço S.A.", "Q24ZKLMVT45H46"),
)
COMPANIES = (HOUSE, *MERCHANTS)

_READ = (
    Permission.COMPANIES_READ,
    Permission.PAYIN_PAYMENT_READ,
    Permission.PAYIN_RECIPIENTS_READ,
    Permission.PAYIN_RECURRENCES_READ,
    Permission.PIX_SCHEDULES_READ,
    Permission.STATEMENT_CLIENT_READ,
    Permission.ACCOUNT_NOTES_READ,
    Permission.ACCOUNT_BANK_ACCOUNTS_READ,
    Permission.ACCOUNT_SCHEDULING_READ,
    Permission.PAYOUT_DEPOSIT_READ,
)
_RECURRING = (Permission.PAYIN_RECURRENCES_WRITE, Permission.PIX_SCHEDULES_WRITE)
_OPERATE = (
    *_READ,
    *_RECURRING,
    Permission.PAYIN_CHARGE_WRITE,
    Permission.PAYIN_REFUND_WRITE,
    Permission.PAYIN_REVIEW_WRITE,
    Permission.STATEMENT_ANNOTATION_WRITE,
)
_ADMINISTER = (
    Permission.USERS_READ,
    Permission.USERS_WRITE,
    Permission.ROLES_READ,
    Permission.ROLES_WRITE,
    Permission.KEYS_READ,
    Permission.KEYS_WRITE,
    Permission.SHARED_VIEWS_WRITE,
    Permission.APPROVALS_READ,
    Permission.APPROVALS_DECIDE,
    Permission.APPROVAL_POLICIES_READ,
    Permission.AUDIT_LOG_READ,
)

#: Role → what it allows. A person's second factor is no part of a role.
ROLES: dict[str, tuple[Permission, ...]] = {
    "operator": (
        *_OPERATE,
        Permission.KYC_REQUESTS_READ,
        Permission.KYC_REQUESTS_WRITE,
        Permission.KYC_EARLY_READ,
    ),
    "payer": (
        *_OPERATE,
        Permission.PAYIN_WITHDRAWALS_READ,
        Permission.PAYIN_WITHDRAWALS_WRITE,
        Permission.PAYIN_RECIPIENTS_WRITE,
        Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
        Permission.PAYOUT_DEPOSIT_WRITE,
        Permission.ACCOUNT_SCHEDULING_WRITE,
        Permission.PAYOUT_PAYMENT_READ,
        Permission.PAYOUT_PAYMENT_WRITE,
        Permission.PAYOUT_QUALIFICATION_READ,
        Permission.PAYOUT_QUALIFICATION_WRITE,
        Permission.PAYOUT_REFUND_READ,
        Permission.PAYOUT_REFUND_UPLOAD_NOTIFICATIONS,
        Permission.PAYOUT_BANKS_READ,
        Permission.EXCHANGE_AGREEMENT_READ,
        Permission.EXCHANGE_AGREEMENT_WRITE,
    ),
    "administrator": (
        *_OPERATE,
        Permission.KYC_REQUESTS_READ,
        Permission.KYC_REQUESTS_WRITE,
        Permission.KYC_EARLY_READ,
        Permission.PAYIN_SDK_VIEW,
        Permission.PAYIN_SDK_MANAGE,
        *_ADMINISTER,
    ),
    "without_companies": (Permission.PAYIN_PAYMENT_READ,),
    "staff": tuple(permission for permission in Permission if permission not in EARNED),
    "approver": (
        *_OPERATE,
        Permission.ACCOUNT_NOTES_APPROVE,
        Permission.PAYIN_MED_DECIDE,
        Permission.PAYIN_WITHDRAWALS_READ,
        Permission.AUTHS_READ,
        Permission.REGISTER_COMPANY_READ_INTERNAL,
        Permission.REGISTER_COMPANY_WRITE,
        Permission.KYC_EARLY_READ,
        Permission.KYC_REQUESTS_READ,
        Permission.KYC_APPROVAL_READ,
        Permission.KYC_APPROVAL_WRITE,
        Permission.COMPLIANCE_BACEN_READ,
        Permission.COMPLIANCE_BACEN_WRITE,
        Permission.USERS_READ,
        Permission.ROLES_READ,
        Permission.KEYS_READ,
        Permission.MERCHANTS_VIEW,
        Permission.APPROVALS_READ,
        Permission.APPROVALS_DECIDE,
        Permission.APPROVAL_POLICIES_READ,
        Permission.SCHEDULER_TASK_READ,
        Permission.SCHEDULER_TASK_WRITE,
        Permission.PAYIN_RULE_READ,
        Permission.PAYIN_RULE_WRITE,
        Permission.PAYOUT_PAYMENT_READ,
        Permission.PAYOUT_PAYMENT_APPROVE,
        Permission.PAYOUT_HOLD_DECIDE,
        Permission.PAYOUT_EXCEPTION_DECIDE,
        Permission.PAYOUT_SETTINGS_READ,
        Permission.PAYOUT_PROCESSORS_READ,
        Permission.PAYOUT_RULE_WRITE,
        Permission.PAYOUT_ACCOUNT_OWNERS_READ,
        Permission.PAYOUT_ACCOUNT_OWNERS_WRITE,
        Permission.PAYOUT_QUALIFICATION_READ,
        Permission.PAYOUT_QUALIFICATION_WRITE,
        Permission.CONCILIATION_BANK_STATEMENT_READ,
        Permission.CONCILIATION_BANK_STATEMENT_WRITE,
        Permission.CONCILIATION_BALANCES_READ,
        Permission.CONCILIATION_DAYS_WRITE,
        Permission.STATEMENT_TRANSACTION_FIX,
        Permission.COMPLIANCE_RULES_READ,
        Permission.COMPLIANCE_RULES_WRITE,
        Permission.COMPLIANCE_OCCURRENCES_READ,
        Permission.COMPLIANCE_CASES_READ,
        Permission.COMPLIANCE_CASES_DECIDE,
        Permission.COMPLIANCE_COAF_READ,
        Permission.COMPLIANCE_COAF_SEND,
        Permission.PAYOUT_SPLITS_READ,
        Permission.PAYOUT_SPLITS_WRITE,
        Permission.EXCHANGE_AGREEMENT_READ,
        Permission.EXCHANGE_AGREEMENT_WRITE,
        Permission.EXCHANGE_BANK_READ,
        Permission.CONCILIATION_C220_READ,
        Permission.CONCILIATION_C220_WRITE,
        Permission.COMPLIANCE_BLACK_LIST_READ,
        Permission.COMPLIANCE_BLACK_LIST_WRITE,
        Permission.COMPLIANCE_JUDICIAL_ORDERS_READ,
        Permission.COMPLIANCE_JUDICIAL_ORDERS_WRITE,
        Permission.COMPLIANCE_RULES_READ,
        Permission.COMPLIANCE_RULES_WRITE,
        Permission.COMPLIANCE_SCREENING_READ,
        Permission.COMPLIANCE_SCREENING_WRITE,
        Permission.COMPLIANCE_PROVIDERS_READ,
        Permission.COMPLIANCE_PROVIDERS_WRITE,
    ),
    "compliance_head": (
        Permission.COMPANIES_READ,
        Permission.MERCHANTS_VIEW,
        Permission.REGISTER_COMPANY_READ_INTERNAL,
        Permission.KYC_EARLY_READ,
        Permission.KYC_REQUESTS_READ,
        Permission.KYC_APPROVAL_READ,
        Permission.KYC_APPROVAL_WRITE,
        Permission.COMPLIANCE_SCREENING_READ,
        Permission.COMPLIANCE_SCREENING_WRITE,
        Permission.COMPLIANCE_RULES_READ,
        Permission.COMPLIANCE_RULES_WRITE,
        Permission.COMPLIANCE_OCCURRENCES_READ,
        Permission.COMPLIANCE_CASES_READ,
        Permission.COMPLIANCE_CASES_DECIDE,
        Permission.COMPLIANCE_COAF_READ,
        Permission.COMPLIANCE_COAF_SEND,
        Permission.COMPLIANCE_BLACK_LIST_READ,
        Permission.COMPLIANCE_JUDICIAL_ORDERS_READ,
        Permission.COMPLIANCE_JUDICIAL_ORDERS_WRITE,
        Permission.COMPLIANCE_BACEN_READ,
        Permission.COMPLIANCE_BACEN_WRITE,
    ),
}

#: Of the staff: who makes, who approves, and the head of compliance, whom a high risk needs as the third person.
DIEGO, EVA, HELENA = "diego@retaguarda.example", "eva@retaguarda.example", "helena@retaguarda.example"

PEOPLE = (
    DemoPerson("ana@merchant.example", "Ana Souza", 2, "operator"),
    DemoPerson("bruno@merchant.example", "Bruno Lima", 2, "payer", two_factor=True),
    DemoPerson("gil@merchant.example", "Gil Nunes", 2, "administrator"),
    DemoPerson("fabio@merchant.example", "Fábio Rocha", 2, "without_companies"),
    DemoPerson("carla@outra.example", "Carla Dias", 3, "operator"),
    DemoPerson(DIEGO, "Diego Ramos", 1, "staff", two_factor=True, internal=True),
    DemoPerson(EVA, "Eva Martins", 1, "approver", two_factor=True, internal=True),
    DemoPerson(HELENA, "Helena Prado", 1, "compliance_head", two_factor=True, internal=True),
)


def announce(settings: Settings) -> str:
    """What `make run` says of a trial when it is ready."""
    lines = list[str]()
    if not settings.production:
        lines.append(f"  Sandbox provider, where a charge is paid: {settings.sandbox_address}")
    if settings.demo:
        lines += ["", f"  Demo people (password {PASSWORD}):"]
        lines += [f"    {person.email:<26} {_what(person)}" for person in PEOPLE]
        lines.append(f"  Second factor: TOTP secret {TOTP_SECRET}; each code works once")
    return "\n".join(lines)


def _what(person: DemoPerson) -> str:
    place = "staff" if person.internal else f"merchant {person.company}"
    return f"{place}, {person.role}{', second factor' if person.two_factor else ''}"
