"""The other side of the demo's recurrences: what the sandbox provider knows of them.

With these rows a demo recurrence is agreed to, charged, tried again and cancelled at the sandbox like any other, and asking
the sandbox how one stands finds it.
"""

import psycopg

from retaguarda.providers.pix.brcode import BrCode
from retaguarda.recurrences.model import ATTEMPTS, CHARGES, RECURRENCES
from retaguarda_sandbox.rec_views import owner

#: Where the money of a recurring charge is to arrive; the sandbox keeps it and asks nothing of it.
_ACCOUNT = '{"conta": "55012", "tipoConta": "CORRENTE"}'

_RECURRENCES = """
    insert into sandbox.rec (id_rec, status, criacao, devedor, convenio, document, jornada, pagador, encerramento, atualizacao)
    select r.id_rec, s.theirs, r.created_at, r.payer_document, r.agreement,
           jsonb_strip_nulls(jsonb_build_object(
             'vinculo', jsonb_build_object('contrato', r.contract, 'objeto', r.object,
               'devedor', jsonb_build_object(case length(r.payer_document) when 11 then 'cpf' else 'cnpj' end,
                 r.payer_document, 'nome', r.payer_name)),
             'calendario', jsonb_build_object('dataInicial', r.starts_on, 'dataFinal', r.ends_on, 'periodicidade', r.periodicity),
             'valor', case when r.amount is not null then jsonb_build_object('valorRec', to_char(r.amount / 100.0, 'FM9999999990.00')) end,
             'politicaRetentativa', r.retry_policy)),
           r.journey,
           case when r.payer_bank is not null then jsonb_build_object('ispbParticipante', r.payer_bank, 'cpf', r.payer_document) end,
           case when r.end_code is null then null
                when r.status = 'rejected' then jsonb_build_object('rejeicao', jsonb_build_object('codigo', r.end_code, 'descricao', 'Rejeitada'))
                else jsonb_build_object('cancelamento', jsonb_build_object('codigo', r.end_code, 'descricao', 'Cancelada',
                  'solicitante', r.ended_by)) end,
           jsonb_build_array(jsonb_build_object('status', s.theirs, 'data', r.created_at))
      from recurrence r join unnest(%(ours)s::text[], %(theirs)s::text[]) s (ours, theirs) on s.ours = r.status
     where r.id_rec is not null on conflict do nothing
"""
_CHARGES = f"""
    insert into sandbox.cobr (txid, id_rec, status, criacao, vencimento, ciclo, document, encerramento, atualizacao)
    select c.txid, r.id_rec, s.theirs, c.created_at, c.due_on, c.cycle,
           jsonb_build_object('idRec', r.id_rec, 'calendario', jsonb_build_object('dataDeVencimento', c.due_on),
             'valor', jsonb_build_object('original', to_char(c.amount / 100.0, 'FM9999999990.00')), 'ajusteDiaUtil', c.adjusts,
             'recebedor', '{_ACCOUNT}'::jsonb),
           case when c.end_code is null then null
                when c.status = 'cancelled' then jsonb_build_object('cancelamento',
                  jsonb_build_object('codigo', c.end_code, 'descricao', 'Cancelada', 'solicitante', 'USUARIO_PAGADOR'))
                else jsonb_build_object('rejeicao', jsonb_build_object('codigo', c.end_code, 'descricao', 'Rejeitada')) end,
           jsonb_build_array(jsonb_build_object('status', s.theirs, 'data', c.created_at))
      from recurring_charge c join recurrence r on r.company_id = c.company_id and r.id = c.recurrence_id
      join unnest(%(ours)s::text[], %(theirs)s::text[]) s (ours, theirs) on s.ours = c.status on conflict do nothing
"""
_ATTEMPTS = """
    insert into sandbox.tentativa (txid, number, data, tipo, end_to_end_id, status, rejeicao, atualizacao)
    select c.txid, a.number, a.settles_on, a.kind, a.end_to_end_id, s.theirs,
           case when a.code is not null then jsonb_build_object('codigo', a.code, 'descricao', coalesce(a.reason, 'Rejeitada')) end,
           jsonb_build_array(jsonb_build_object('status', s.theirs, 'data', a.updated_at))
      from recurring_attempt a join recurring_charge c on c.company_id = a.company_id and c.id = a.charge_id
      join unnest(%(ours)s::text[], %(theirs)s::text[]) s (ours, theirs) on s.ours = a.status on conflict do nothing
"""
#: Who may still agree with a code has one.
_OFFERED = "select company_id, id, id_rec from recurrence where status = 'pending' and journey = 'JORNADA_2'"
_PLACED = (
    "insert into sandbox.locrec (token, id_rec, criacao) select replace(gen_random_uuid()::text, '-', ''), r.id_rec, r.created_at"
    " from recurrence r where r.company_id = %(company)s and r.id = %(id)s returning id, token"
)


def write(connection: psycopg.Connection, public_host: str) -> None:
    """After the recurrences themselves. ``public_host``: of the sandbox, as codes name it."""
    for statement, states in ((_RECURRENCES, RECURRENCES), (_CHARGES, CHARGES), (_ATTEMPTS, ATTEMPTS)):
        connection.execute(statement.encode(), {"ours": list(states.values()), "theirs": list(states)})
    bank = owner()
    for company, number, _ in connection.execute(_OFFERED).fetchall():
        placed = connection.execute(_PLACED, {"company": company, "id": number}).fetchone()
        assert placed is not None
        location, token = placed
        code = BrCode(bank.name, bank.city, recurrence_url=f"{public_host}/qr/v2/rec/{token}").encode()
        connection.execute(
            "update recurrence set location_id = %s, br_code = %s where company_id = %s and id = %s",
            (location, code, company, number),
        )
