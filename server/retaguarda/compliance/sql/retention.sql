-- What is kept of people, until when, and on what ground longer. The terms are Circular 3.978 art. 67 (ten years from the first day after
-- the year in which a relationship or an operation ended) and, for leads that became nothing, our own of five years.

-- The day from which nothing of it is kept.
create or replace function retention_term(p_ended timestamptz, p_kind text) returns date language sql immutable as $$
  select case p_kind
    when 'lead' then ((p_ended at time zone 'America/Sao_Paulo')::date + interval '5 years')::date
    else make_date(extract(year from p_ended at time zone 'America/Sao_Paulo')::int + 11, 1, 1) end
$$;

-- Why a document's owner is known longer than the term: something about it is not over. Null: there is no ground.
create or replace function retention_ground(p_document text) returns text language sql stable as $$
  select case
    when p_document is null then null
    when exists (select from judicial_order o where o.document = p_document and o.status in ('received', 'executing', 'answered'))
      then 'judicial_order'
    when exists (select from pld_case c join case_file f on f.id = c.case_id left join company m on m.id = c.subject_company
                  where f.state <> 'closed' and coalesce(m.document, c.subject) = p_document) then 'case'
    when exists (select from pld_alert a left join company m on m.id = a.subject_company
                  where a.status in ('triggered', 'under_review') and coalesce(m.document, a.subject) = p_document) then 'alert'
    when exists (select from block_entry e where e.kind = 'document' and e.value = p_document and e.ended_at is null
                    and (e.until is null or e.until > statement_timestamp())) then 'hold'
  end
$$;

-- Everything with a term: whose it is, from when it is over, and what keeps it longer.
create or replace view retention_item with (security_invoker = true) as
  select k.kind, k.subject, k.document, retention_term(k.ended, k.kind) as due_on
    from (
      select 'lead'::text as kind, l.id as subject, l.document, l.ended_at as ended
        from kyc_lead l where l.ended_at is not null and l.request_id is null
      union all
      select 'kyc_request', r.id, r.document,
             case when c.status in ('offboarded', 'denied') then greatest(c.status_at, coalesce(r.decided_at, r.updated_at))
                  when r.state in ('rejected', 'withdrawn') then coalesce(r.decided_at, r.updated_at) end
        from kyc_request r join company c on c.id = r.company_id
       where r.state in ('approved', 'rejected', 'expired', 'withdrawn')
      union all
      select 'attribute', a.id, a.subject, c.status_at
        from bacen_attribute a join company c on c.id = a.subject_company where c.status in ('offboarded', 'denied')
      union all
      select 'alert', a.id, coalesce(m.document, a.subject), a.decided_at
        from pld_alert a left join company m on m.id = a.subject_company where a.decided_at is not null and a.case_id is null
      union all
      select 'case', p.case_id, coalesce(m.document, p.subject), greatest(p.decided_at, f.closed_at)
        from pld_case p join case_file f on f.id = p.case_id left join company m on m.id = p.subject_company
       where f.state = 'closed' and not exists (select from retention_erasure e where e.kind = 'case' and e.subject = p.case_id)
      union all
      -- A version was in force until the next one was.
      select 'list_version', v.id, null,
             case when v.status = 'replaced'
                  then (select coalesce(n.decided_at, n.received_at) from list_version n where n.list_id = v.list_id and n.number = v.number + 1)
                  else coalesce(v.decided_at, v.received_at) end
        from list_version v where v.status in ('replaced', 'unreadable', 'discarded')
      union all
      select 'duty', d.id, null, d.done_at from bacen_duty d where d.done_at is not null
    ) k
   where k.ended is not null;
grant select on retention_item to retaguarda_app;

-- Erases one thing whose term is over. The day is the database's: nobody who calls this says which it is.
create or replace function retention_erase(p_kind text, p_subject uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_due date;
begin
  if scope_all() is not true then
    raise exception 'only the program itself erases' using errcode = 'RL009';
  end if;
  select i.due_on into v_due from retention_item i
   where i.kind = p_kind and i.subject = p_subject and i.due_on <= (now() at time zone 'America/Sao_Paulo')::date
     and retention_ground(i.document) is null;
  if not found then
    return false;
  end if;
  perform set_config('retaguarda.erasing', 'on', true);
  if p_kind = 'lead' then
    delete from kyc_check where subject_id = p_subject;
    delete from kyc_lead_review where lead_id = p_subject;
    delete from kyc_lead where id = p_subject;
  elsif p_kind = 'kyc_request' then
    perform stored_file_erase(d.company_id, d.file_id) from kyc_document d where d.request_id = p_subject and d.file_id is not null;
    delete from kyc_check where subject_id = p_subject;
    delete from kyc_proposal where request_id = p_subject;
    delete from kyc_note where request_id = p_subject;
    delete from kyc_message where request_id = p_subject;
    delete from kyc_document_review where request_id = p_subject;
    delete from kyc_page where request_id = p_subject;
    delete from kyc_document where request_id = p_subject;
    delete from kyc_review where request_id = p_subject;
    delete from kyc_lead_review v using kyc_lead l where l.request_id = p_subject and v.lead_id = l.id;
    delete from kyc_lead where request_id = p_subject;
    update kyc_request set earlier_id = null where earlier_id = p_subject;
    delete from kyc_request where id = p_subject;
  elsif p_kind = 'attribute' then
    delete from bacen_attribute where id = p_subject;
  elsif p_kind = 'alert' then
    delete from pld_hit where alert_id = p_subject;
    delete from pld_alert_step where alert_id = p_subject;
    delete from pld_alert where id = p_subject;
  elsif p_kind = 'list_version' then
    -- An entry that a hit names is kept with the hit: a decision is shown against its list.
    delete from list_entry e using list_version v
     where v.id = p_subject and v.status = 'replaced' and e.list_id = v.list_id and e.to_version = v.number + 1
       and not exists (select from list_hit h where h.entry_id = e.id);
    delete from list_version where id = p_subject;
  elsif p_kind = 'duty' then
    delete from bacen_duty where id = p_subject;
  else
    delete from pld_hit h using pld_alert a where a.case_id = p_subject and h.alert_id = a.id;
    delete from pld_alert_step s using pld_alert a where a.case_id = p_subject and s.alert_id = a.id;
    delete from pld_alert where case_id = p_subject;
    delete from coaf_communication where case_id = p_subject;
    -- A file that carried several is kept until the last of them goes.
    delete from coaf_file f where f.created_at < now() - interval '10 years'
       and not exists (select from coaf_communication c where c.file_id = f.id);
    delete from pld_evidence where case_id = p_subject;
    delete from pld_case_seal where case_id = p_subject;
    update pld_case set subject = '0', subject_company = null, facts = '', capacity = '', origin = '', grounds = '',
                        proposed_by = null, decided_by = null where case_id = p_subject;
    perform case_erase(p_subject);
  end if;
  perform set_config('retaguarda.erasing', '', true);
  insert into retention_erasure (kind, subject, due_on) values (p_kind, p_subject, v_due);
  return true;
end $$;
revoke all on function retention_erase(text, uuid) from public;
grant execute on function retention_erase(text, uuid) to retaguarda_app;

call append_only('retention_erasure');
