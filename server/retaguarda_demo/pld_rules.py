"""The demo's rules against money laundering, and how the cases from them end."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class DemoRule(NamedTuple):
    """``state``: how far the demo brings it."""

    state: str
    body: Mapping[str, Any]


DEMO_RULES = (
    DemoRule(
        "active",
        {
            "name": "Pagador com valores fora do perfil",
            "description": "Um mesmo pagador movimenta em 30 dias muito mais do que o grupo.",
            "conditions": ["in_sum_30d >= 1200000", "in_count_30d >= 8"],
            "target": "end_user",
            "severity": "high",
            "typologies": ["1045", "1047"],
        },
    ),
    DemoRule(
        "active",
        {
            "name": "Repasse imediato",
            "description": "O que entra sai em grande parte no mesmo mês, em pagamentos altos.",
            "conditions": ["passed_on_30d >= 5000", "amount >= 1000000", "direction == 'out'"],
            "severity": "critical",
            "typologies": ["1055", "1074"],
        },
    ),
    DemoRule(
        "active",
        {
            "name": "Reembolsos acima do normal",
            "conditions": ["kind == 'refund'", "refunded_30d >= 200", "amount >= 40000"],
            "severity": "medium",
            "typologies": ["1053"],
        },
    ),
    DemoRule(
        "shadow",
        {
            "name": "Muitas origens",
            "conditions": ["payers_24h >= 30", "amount >= 20000"],
            "severity": "medium",
            "typologies": ["1058"],
        },
    ),
    DemoRule(
        "approved",
        {
            "name": "Fracionamento abaixo do limite",
            "conditions": ["below_limit_count_24h >= 5"],
            "target": "end_user",
            "severity": "high",
            "typologies": ["1046", "1056"],
        },
    ),
    DemoRule(
        "draft",
        {
            "name": "Conta dormente que acorda",
            "conditions": ["quiet_days >= 30", "amount >= 100000"],
            "target": "end_user",
            "severity": "low",
            "typologies": ["1049"],
        },
    ),
    DemoRule(
        "retired",
        {
            "name": "Madrugada",
            "conditions": ["night", "night_count_30d >= 100"],
            "severity": "low",
            "typologies": ["1069"],
        },
    ),
)
#: What becomes of the alerts on payers, the newest number last; the rest waits.
ENDS = (
    "closed",
    "refused",
    "draft",
    "proposed",
    "cleared",
    "dismissed",
    "taken",
    "investigating",
    "snoozed",
    "waiting",
    "opened",
    "decided",
)

#: Situations of Carta Circular 4.001 that this house says it cannot meet: code, why, and how it ended with a second person.
DEMO_EXCLUSIONS = (
    ("1161", "Nenhum caixa, terminal ou correspondente nosso recebe espécie.", "in_force"),
    ("1159", "Não há saque em espécie: toda saída é Pix, TED ou boleto.", "in_force"),
    ("1061", "Não operamos cheques, próprios ou de terceiros.", "in_force"),
    ("1070", "Não há terminais: os recebimentos são remotos, por Pix ou boleto.", "proposed"),
    ("1064", "O cadastro não aceita titulares menores de idade.", "refused"),
    ("1110", "Não liquidamos operações com o exterior.", "ended"),
)
