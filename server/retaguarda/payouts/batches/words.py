"""What a file that people download says, in both languages."""

from collections.abc import Mapping

#: Code of a problem → Portuguese, English.
PROBLEMS: Mapping[str, tuple[str, str]] = {
    "field_required": ("falta", "is missing"),
    "too_long": ("é longo demais", "is too long"),
    "field_invalid": ("tem caracteres inválidos", "has characters that are not valid"),
    "document_invalid": ("não é um CPF nem um CNPJ válido", "is no valid CPF or CNPJ"),
    "amount_invalid": ("não é um valor", "is not an amount"),
    "amount_ambiguous": (
        "é ambíguo: escreva os centavos, como 1.234,00",
        "is ambiguous: write the cents, as in 1,234.00",
    ),
    "amount_other_mark": (
        "usa outro separador decimal que as linhas acima",
        "uses another decimal mark than the lines above",
    ),
    "out_of_range": ("está fora dos limites", "is out of range"),
    "key_or_account": ("ou a conta: informe uma das duas", "or the account: give one of the two"),
    "key_kind_needed": ("é necessário: a chave pode ser CPF ou telefone", "is needed: the key may be a CPF or a phone"),
    "key_kind_unknown": ("não é conhecido", "is not known"),
    "pix_key_invalid": ("não é uma chave Pix desse tipo", "is no Pix key of this kind"),
    "bank_unknown": ("não é conhecido", "is not known"),
    "bank_without_pix": ("não participa do Pix", "takes no part in Pix"),
    "bank_without_ted": ("não recebe TED", "takes no TED"),
    "method_unknown": ("não é Pix nem TED", "is neither Pix nor TED"),
    "method_off": ("não está liberada para este lojista", "is switched off for this merchant"),
    "ted_needs_account": (
        "TED vai para uma conta bancária, não para uma chave",
        "TED goes to a bank account, not to a key",
    ),
    "ted_purpose_unknown": ("não é uma finalidade de TED conhecida", "is no known purpose of a TED"),
    "account_type_unknown": ("não é conhecido", "is not known"),
    "account_digit_missing": ("está sem o dígito, como em 12345-6", "has no check digit, as in 12345-6"),
    "branch_invalid": ("não é válida", "is not valid"),
    "account_number_invalid": ("não é válida", "is not valid"),
    "account_digit_invalid": ("tem um dígito inválido", "has a check digit that is not valid"),
    "account_digit_wrong": ("tem o dígito errado", "has the wrong check digit"),
    "day_invalid": ("não é uma data", "is not a date"),
    "day_passed": ("já passou", "has passed"),
    "day_too_far": ("está longe demais", "is too far away"),
    "over_limit": ("passa do limite por pagamento", "is above the limit of one payment"),
    "over_first_limit": ("passa do limite do primeiro pagamento", "is above the limit of a first payment"),
    "paid_today": ("já foi pago hoje ao mesmo destino", "was paid to the same destination today"),
    "reference_twice": ("já está na linha {line}", "stands in line {line} already"),
    "destination_suspect": ("está sob suspeita: nada é pago a ele", "is under suspicion: nothing is paid there"),
    "payee_blocked": ("está bloqueado no cadastro de favorecidos", "is blocked in the payee book"),
    "destination_refused": ("foi recusado no cadastro de favorecidos", "was refused in the payee book"),
    "over_payee_limit": ("passa do limite diário do favorecido", "is above the daily limit of a payee"),
    "over_payee_count": ("passa dos pagamentos por dia ao favorecido", "is above the payments a day to a payee"),
    "destination_untrusted": ("não é confiável no cadastro de favorecidos", "is not trusted in the payee book"),
    "tags_invalid": (
        "são demais ou longas demais (até 10, de 30 letras)",
        "are too many or too long (up to 10 of 30 letters)",
    ),
    "priority_unknown": ("é alta, normal ou baixa", "is high, normal or low"),
    "reference_used": ("já foi usada em outro pagamento", "was used by another payment already"),
}

#: Column → Portuguese, English.
COLUMNS: Mapping[str, tuple[str, str]] = {
    "name": ("nome", "name"),
    "document": ("documento", "document"),
    "pix_key": ("chave Pix", "Pix key"),
    "pix_key_kind": ("tipo da chave", "key type"),
    "bank": ("banco", "bank"),
    "branch": ("agência", "branch"),
    "account": ("conta", "account"),
    "account_type": ("tipo da conta", "account type"),
    "amount": ("valor", "amount"),
    "scheduled_for": ("data", "date"),
    "method": ("forma de pagamento", "method"),
    "ted_purpose": ("finalidade da TED", "TED purpose"),
    "description": ("descrição", "description"),
    "external_id": ("referência", "reference"),
    "tags": ("etiquetas", "tags"),
    "cost_centre": ("centro de custo", "cost centre"),
    "priority": ("prioridade", "priority"),
}

#: State of a payout as people see it → Portuguese, English; empty: the line did not leave.
STATES: Mapping[str, tuple[str, str]] = {
    "": ("não enviado", "not sent"),
    "created": ("agendado", "scheduled"),
    "queued": ("na fila", "queued"),
    "on_hold": ("retido", "on hold"),
    "pending": ("a enviar", "to be sent"),
    "in_bank_processing": ("no banco", "at the bank"),
    "blocked": ("bloqueado", "blocked"),
    "done": ("pago", "paid"),
    "partly_returned": ("devolvido em parte", "partly returned"),
    "returned": ("devolvido", "returned"),
    "failed": ("recusado", "failed"),
    "cancelled": ("cancelado", "cancelled"),
    "rejected": ("rejeitado", "rejected"),
}

#: Headings that are added to those of the file: of a result, and of a file of errors.
RESULT_HEADINGS = (
    ("estado", "state"), ("id fim a fim", "end-to-end id"), ("pago em", "paid at"), ("tarifa", "fee"), ("código", "code"),
    ("motivo", "reason"), ("valor devolvido", "amount returned"),
)  # fmt: skip
ERROR_HEADING = ("problema", "problem")
