"""The words of statement files, in the language the principal asked for."""

from collections.abc import Mapping
from typing import Literal

Language = Literal["pt", "en"]

KIND_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "payin.payment": "Pix recebido",
        "payin.in_review": "Pix em análise",
        "payin.accepted": "Pix aceito",
        "payin.refund": "Pix devolvido",
        "deposit.credited": "Depósito",
        "deposit.given_back": "Pagamento interno devolvido",
        "payouts.payout": "Pagamento enviado",
        "withdrawal.payout": "Saque",
        "account.claim_returned": "Pix enviado que voltou",
        "payouts.returned": "Pagamento devolvido",
        "withdrawal.returned": "Saque devolvido",
        "payouts.fee_returned": "Tarifa devolvida",
        "payouts.case_settled": "Caso de pagamento resolvido",
        "account.note": "Nota",
        "account.reversal": "Estorno",
        "accounts.move": "Entre contas próprias",
        "account.restricted": "Restrição na conta",
        "exchange.booked": "Câmbio",
        "exchange.returned": "Câmbio devolvido",
        "payin.boleto": "Boleto pago",
        "payin.share_returned": "Parte devolvida por recebedor",
        "payin.share_given_again": "Parte entregue de novo a recebedor",
        "returns.bank_fee": "Tarifa bancária",
    },
    "en": {
        "payin.payment": "Pix received",
        "payin.in_review": "Pix in review",
        "payin.accepted": "Pix accepted",
        "payin.refund": "Pix given back",
        "deposit.credited": "Deposit",
        "deposit.given_back": "Internal payment returned",
        "payouts.payout": "Payment sent",
        "withdrawal.payout": "Withdrawal",
        "account.claim_returned": "Pix sent that came back",
        "payouts.returned": "Payment returned",
        "withdrawal.returned": "Withdrawal returned",
        "payouts.fee_returned": "Fee returned",
        "payouts.case_settled": "Case of a payment settled",
        "account.note": "Note",
        "account.reversal": "Reversal",
        "accounts.move": "Between own accounts",
        "account.restricted": "Account restriction",
        "exchange.booked": "Exchange",
        "exchange.returned": "Exchange returned",
        "payin.boleto": "Boleto paid",
        "payin.share_returned": "Share given back by a recipient",
        "payin.share_given_again": "Share given to a recipient again",
        "returns.bank_fee": "Bank tariff",
    },
}

#: Column titles of the CSV, in order; time zone and currency follow.
TITLES: Mapping[Language, tuple[str, ...]] = {
    "pt": (
        "Registrado em",
        "Aconteceu em",
        "Transação",
        "Tipo",
        "Contraparte",
        "Descrição",
        "Id externo",
        "Origem",
        "Valor",
        "Saldo",
    ),
    "en": (
        "Recorded at",
        "Happened at",
        "Transaction",
        "Type",
        "Counterparty",
        "Description",
        "External id",
        "Origin",
        "Amount",
        "Balance",
    ),
}

#: Words of the PDF.
PDF_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "title": "Extrato",
        "zone": "horários de",
        "at": "Registrado em",
        "kind": "Tipo",
        "party": "Contraparte e descrição",
        "amount": "Valor",
        "balance": "Saldo",
        "opening": "Saldo anterior",
        "closing": "Saldo final",
    },
    "en": {
        "title": "Statement",
        "zone": "times of",
        "at": "Recorded at",
        "kind": "Type",
        "party": "Counterparty and description",
        "amount": "Amount",
        "balance": "Balance",
        "opening": "Opening balance",
        "closing": "Closing balance",
    },
}
