"""The words of a printed KYC case: whom it is printed for reads Portuguese."""

from retaguarda.compliance.kyc.model import RefusalReason

STATES = {
    "draft": "rascunho",
    "submitted": "enviado",
    "in_analysis": "em análise",
    "awaiting_documents": "aguardando documentos",
    "awaiting_approval": "aguardando aprovação",
    "approved": "aprovado",
    "rejected": "rejeitado",
    "expired": "vencido",
    "withdrawn": "retirado",
    "new": "não enviado",
    "pending": "aguardando análise",
    "revision": "correção pedida",
}
DECISIONS = {
    "approved": "aprovado",
    "revision": "correção pedida",
    "rejected": "rejeitado",
    "undone": "decisão desfeita",
    "asked": "pedido a mais",
    "approve": "aprovar",
    "reject": "rejeitar",
    "waiting": "aguarda decisão",
    "returned": "devolvido",
}
REASONS: dict[RefusalReason, str] = {
    "unreadable": "ilegível",
    "expired": "vencido",
    "wrong_document": "documento errado",
    "other_person": "de outra pessoa",
    "incomplete": "incompleto",
    "suspicious": "suspeito",
    "other": "outro motivo",
}
RISKS = {"low": "baixo", "medium": "médio", "high": "alto", "very_high": "muito alto"}
PORTS = {
    "registry": "Receita",
    "bureau": "Bureau",
    "documents": "Documentos",
    "face": "Face",
    "pep": "PEP",
    "sanctions": "Sanções",
}
CHECKS = {
    "asked": "perguntado",
    "not_checked": "não verificado",
    "clean": "nada consta",
    "hit": "ocorrência",
    "error": "sem resposta",
}
VERDICTS = {"confirmed": "é o sujeito", "not_the_one": "não é o sujeito"}
#: What happened, as the screen says it: the name of an event after the section.
EVENTS = {
    "request_open": "Solicitação aberta",
    "request_save": "Dados salvos",
    "request_send": "Enviada",
    "request_withdraw": "Retirada",
    "request_analysing": "Análise iniciada",
    "request_asked": "Documentos solicitados",
    "request_message": "Mensagem ao estabelecimento",
    "request_approved": "Aprovada",
    "request_rejected": "Rejeitada",
    "request_renewal": "Aberta como renovação",
    "request_expired": "Vencida",
    "request_take": "Assumida",
    "request_assign": "Atribuída",
    "request_ask": "Documento solicitado",
    "request_risk": "Risco definido",
    "request_check": "Verificações executadas",
    "request_verdict": "Ocorrência decidida",
    "request_note": "Nota registrada",
    "request_propose": "Decisão proposta",
    "proposal_decide": "Proposta decidida",
    "document_review": "Documento revisado",
    "document_brought": "Documento enviado",
    "document_infected": "Arquivo nocivo recusado",
    "checks_answered": "Verificações respondidas",
    "request_owners": "Sócios salvos",
    "request_seen": "Processo consultado",
    "request_printed": "Impresso",
    "document_seen": "Documento consultado",
}
