-- What is kept of people, until when, and on what ground longer. The terms are Circular 3.978 art. 67 (ten years from the first day after
-- the year in which a relationship or an operation ended) and, for leads that became nothing, our own of five years.

-- The day from which nothing of it is kept.
create or replace function retention_term(p_ended timestamptz, p_kind text) returns date language sql immutable as $$
  select case p_kind
    when 'lead' then ((p_ended at time zone 'America/Sao_Paulo')::date + interval '5 years')::date
    else make_date(extract(year from p_ended at time zone 'America/Sao_Paulo')::int + 11, 1, 1) end
$$;

-- When an order of a court was over: it was withdrawn, its money is gone where it should, or nothing was held and no credit will be. Null: it is not.
create or replace function judicial_order_over(o judicial_order) returns timestamptz language sql stable as $$
  select case
    when o.status in ('released', 'withdrawn') or o.status = 'transferred' and exists (
           select from judicial_payment j join payout p on p.company_id = j.company_id and p.id = j.payout_id
            where j.order_id = o.id and p.status = 'done') then o.ended_at
    when o.status in ('answered', 'expired') and o.held = 0 and coalesce(o.repeat_until, o.answered_at) <= statement_timestamp()
      then greatest(o.answered_at, o.repeat_until)
  end
$$;

-- Why a document's owner is known longer than the term: something about it is not over. Null: there is no ground.
create or replace function retention_ground(p_document text) returns text language sql stable as $$
  select case
    when p_document is null then null
    when exists (select from judicial_order o where o.document = p_document and judicial_order_over(o) is null)
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
      -- A rectification or a receipt may come after it was closed.
      select 'case', p.case_id, coalesce(m.document, p.subject),
             greatest(p.decided_at, f.closed_at, (
               select max(coalesce(x.answered_at, x.created_at)) from coaf_file_case l join coaf_file x on x.id = l.file_id
                where l.case_id = p.case_id))
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
      union all
      select 'document_check', c.id, c.document, c.done_at from document_check c where c.company_id = 1 and c.done_at is not null
      union all
      -- With the last of its checks.
      select 'check_file', f.id, null, f.created_at
        from check_file f where f.company_id = 1 and f.status in ('done', 'unreadable')
         and not exists (select from document_check c where c.file_id = f.id)
      union all
      -- Whoever is compared as long as there is who: a merchant, a payee, a subject of KYC, a check. Hits and pairs go with them; one
      -- that waits for a person keeps them.
      select 'screened_party', p.id, p.document,
             greatest(coalesce(c.status_at, p.changed_at), h.decided, w.over)
        from screened_party p
        left join company c on p.source = 'company' and c.id::text = p.source_id
        left join lateral (select max(coalesce(h.decided_at, h.found_at)) as decided, bool_or(h.status = 'pending') as waits
                             from list_hit h where h.party_id = p.id) h on true
        left join lateral (select max(coalesce(w.ended_at, case w.state when 'refused' then w.decided_at end, w.expires_on)) as over from whitelist_pair w where w.party_id = p.id) w on true
       where p.company_id = 1 and h.waits is not true and case p.source
               when 'company' then c.status in ('offboarded', 'denied')
               when 'kyc' then not exists (select from kyc_party k where k.company_id || '/' || k.document = p.source_id)
               when 'check' then not exists (select from document_check d where d.party_id = p.id)
             end
      union all
      select 'whitelist_pair', w.id, p.document, coalesce(w.ended_at, case w.state when 'refused' then w.decided_at end, w.expires_on)
        from whitelist_pair w join screened_party p on p.company_id = w.company_id and p.id = w.party_id
       where w.company_id = 1 and (w.state in ('refused', 'ended') or w.expires_on < (now() at time zone 'America/Sao_Paulo')::date)
      union all
      -- What is held still is not over.
      select 'block_refusal', r.id, r.party_document, coalesce(r.released_at, r.at)
        from block_refusal r
       where r.company_id = 1 and case when r.effect = 'hold' and r.flow = 'payout' and r.released_at is null
               then not exists (select from payout p where p.company_id = r.merchant_id and p.id = r.subject::uuid and p.status = 'on_hold')
               else true end
      union all
      select 'judicial_order', o.id, o.document, judicial_order_over(o)
        from judicial_order o
       where o.company_id = 1
         and not exists (select from retention_erasure e where e.kind = 'judicial_order' and e.subject = o.id)
    ) k
   where k.ended is not null;
grant select on retention_item to retaguarda_app;

-- Erases one thing whose term is over. The day is the database's: nobody who calls this says which it is.
create or replace function retention_erase(p_kind text, p_subject uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_due date;
  v_file uuid;
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
    perform party_key_erase(p_subject);
    update kyc_request set earlier_id = null where earlier_id = p_subject;
    delete from kyc_request where id = p_subject;
  elsif p_kind = 'attribute' then
    delete from bacen_attribute where id = p_subject;
  elsif p_kind = 'alert' then
    delete from pld_hit where alert_id = p_subject;
    delete from pld_alert_step where alert_id = p_subject;
    delete from pld_term_warning where subject = p_subject;
    delete from pld_alert where id = p_subject;
  elsif p_kind = 'list_version' then
    -- An entry that a hit names is kept with the hit: a decision is shown against its list.
    delete from list_entry e using list_version v
     where v.id = p_subject and v.status = 'replaced' and e.list_id = v.list_id and e.to_version = v.number + 1
       and not exists (select from list_hit h where h.entry_id = e.id);
    delete from list_version where id = p_subject;
  elsif p_kind = 'duty' then
    delete from bacen_duty where id = p_subject;
  elsif p_kind = 'document_check' then
    delete from document_check where company_id = 1 and id = p_subject;
  elsif p_kind = 'check_file' then
    delete from check_file where company_id = 1 and id = p_subject;
  elsif p_kind = 'screened_party' then
    delete from whitelist_pair where party_id = p_subject;
    with gone as (delete from list_hit h where h.party_id = p_subject returning h.id, h.entry_id)
    -- An entry that was kept for its hit alone, after its version went.
    delete from list_entry e using gone g
     where e.id = g.entry_id and not exists (select from list_hit h where h.entry_id = e.id and h.party_id <> p_subject)
       and not exists (select from list_version v where v.list_id = e.list_id and v.number = e.to_version - 1)
       and e.to_version is not null;
    delete from screened_party where company_id = 1 and id = p_subject;
  elsif p_kind = 'whitelist_pair' then
    delete from whitelist_pair where company_id = 1 and id = p_subject;
  elsif p_kind = 'block_refusal' then
    delete from block_refusal where company_id = 1 and id = p_subject;
  elsif p_kind = 'judicial_order' then
    -- What was held and paid is of the books; of whom, by whose order and by which people is gone.
    update judicial_order
       set protocol = 'erased-' || replace(id::text, '-', ''), process = '-----', document = repeat('0', 11), holder_name = '-',
           registered_by = '', executed_by = left(executed_by, 0), answered_by = left(answered_by, 0), ended_by = left(ended_by, 0),
           end_reason = null, directed_by = left(directed_by, 0), court_holder = '-' || left(court_holder, 0),
           court_number = '0' || left(court_number, 0), court_document = repeat('0', 11) || left(court_document, 0),
           deposit_id = '-' || left(deposit_id, 0), answer = case when answer is not null then '[]'::jsonb end
     where company_id = 1 and id = p_subject;
    update judicial_payment set sent_by = '' where order_id = p_subject;
    update judicial_release set released_by = '', reason = null where order_id = p_subject;
  else
    delete from pld_hit h using pld_alert a where a.case_id = p_subject and h.alert_id = a.id;
    delete from pld_alert_step s using pld_alert a where a.case_id = p_subject and s.alert_id = a.id;
    delete from pld_term_warning t using pld_alert a where a.case_id = p_subject and t.subject = a.id;
    delete from pld_term_warning where subject = p_subject;
    delete from pld_alert where case_id = p_subject;
    delete from coaf_communication where case_id = p_subject;
    delete from coaf_file_case where case_id = p_subject;
    -- A file that tells of several is kept until the last of them goes, and then its key goes with it.
    for v_file in
      delete from coaf_file f where f.created_at < now() - interval '10 years'
         and not exists (select from coaf_file_case c where c.file_id = f.id) returning f.id
    loop
      perform party_key_erase(v_file);
      insert into retention_erasure (kind, subject, due_on) values ('coaf_file', v_file, v_due);
    end loop;
    delete from pld_evidence where case_id = p_subject;
    delete from pld_case_seal where case_id = p_subject;
    perform party_key_erase(p_subject);
    update pld_case set subject = '0', subject_company = null, facts = '', capacity = '', origin = '', grounds = '',
                        dossier = null, dossier_parts = '{}',
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
