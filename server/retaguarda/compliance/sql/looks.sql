-- Whether somebody is the subject of a request, alert or case that a person of the staff works on.
create or replace function staff_assigned(p_person uuid, p_document text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  v_found boolean;
  v_scope text;
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    raise exception 'company 1 is out of scope' using errcode = 'RL009';
  end if;
  v_scope := see_every_company();
  v_found := exists (select from kyc_review v join kyc_request r on r.company_id = v.subject_company and r.id = v.request_id
                      where v.assignee_id = p_person and r.document = p_document)
    or exists (select from pld_alert a where a.assignee = p_person and a.subject = p_document)
    or exists (select from case_file f where f.owner_id = p_person and f.requester_document = p_document);
  perform see_companies(v_scope);
  return v_found;
end $$;
revoke all on function staff_assigned(uuid, text) from public;
grant execute on function staff_assigned(uuid, text) to retaguarda_app;

-- Each look of the staff at somebody: a record that was opened, or a document that was asked about; whether it was their task.
-- A hit has no assignee: whoever may judge hits reads them.
create or replace view staff_look with (security_invoker = true) as
  select e.at, e.person_id, e.actor, e.subject_id as subject, false as checked,
         case e.name when 'compliance:hit:seen' then true when 'compliance:record:seen' then (e.data ->> 'assigned')::boolean
                     else e.data ->> 'purpose' is distinct from 'consultation' end as assigned
    from event e
   where e.company_id = 1 and e.person_id is not null
     and e.name in ('kyc:request:seen', 'kyc:document:seen', 'compliance:hit:seen', 'compliance:record:seen')
  union all
  select c.asked_at, c.asked_by_id, c.asked_by, coalesce(c.document, c.name), true,
         c.document is not null and staff_assigned(c.asked_by_id, c.document)
    from document_check c where c.file_id is null;
grant select on staff_look to retaguarda_app;
