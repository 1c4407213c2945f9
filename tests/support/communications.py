"""A communication to COAF that two people stand behind, put straight into its table."""

from collections.abc import Callable
from typing import Any


def approve_communication(sql: Callable[..., Any]) -> None:
    """An approved one: what a file to COAF is written of."""
    sql("set session_replication_role = replica")
    sql(
        "with of as (insert into pld_case (case_id, lane, target, subject, decision, decider, decided_at, communicate_due)"
        " values (gen_random_uuid(), 'pld', 'merchant', '2', 'communicate', gen_random_uuid(), now(), '2026-03-03') returning case_id)"
        " insert into coaf_communication (id, case_id, status, codes, first_on, last_on, detail, people, currency, credit, debit,"
        " due_on, writer, written_by, approver, approved_by, approved_at) select gen_random_uuid(), case_id, 'approved',"
        " '{1045}', '2026-03-01', '2026-03-02', 'Valores fora do perfil', jsonb_build_array(jsonb_build_object('document',"
        " '52998224725', 'name', 'FULANO EXEMPLO')), 'BRL', 100, 0, '2026-03-03', gen_random_uuid(), 'diego', gen_random_uuid(),"
        " 'eva', now() from of"
    )
    sql("set session_replication_role = origin")
