create or replace function case_file_moves() returns trigger language plpgsql as $$
begin
  if erasing() then
    return new;
  end if;
  if (new.company_id, new.id, new.kind, new.protocol, new.opened_at, new.opened_by, new.channel, new.matter, new.description,
      new.earlier_id, new.clock_from)
     is distinct from
     (old.company_id, old.id, old.kind, old.protocol, old.opened_at, old.opened_by, old.channel, old.matter, old.description,
      old.earlier_id, old.clock_from) then
    raise exception 'how a case began does not change' using errcode = 'RF001';
  end if;
  if old.extended_on is not null and (new.extended_on, new.due_on) is distinct from (old.extended_on, old.due_on) then
    raise exception 'a case is extended once' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger case_file_moves before update on case_file for each row execute function case_file_moves();
call allow_moves_by_kind('case_file', 'kind', 'state',
  'ombudsman opened: analysing withdrawn redirected',
  'ombudsman analysing: waiting_area answered withdrawn',
  'ombudsman waiting_area: analysing withdrawn',
  'ombudsman answered: closed analysing',
  'ombudsman closed: analysing',
  'service opened: first_answered resolved escalated',
  'service first_answered: working waiting_client resolved escalated',
  'service working: waiting_client resolved escalated',
  'service waiting_client: working resolved escalated',
  'service resolved: closed working escalated',
  'service closed: working escalated',
  'pld opened: investigating',
  'pld investigating: waiting proposed',
  'pld waiting: investigating',
  'pld proposed: investigating decided',
  'pld decided: communicated closed',
  'pld communicated: closed');

create or replace trigger case_file_kept before delete on case_file for each row execute function refuse_change();

call append_until_erased('case_step');

call append_only('case_report');

-- Empties a case of whom and what it told; its protocol, its dates and the kinds of its steps stay, so that none is missing.
create or replace function case_erase(p_case uuid) returns void language plpgsql as $$
begin
  if not erasing() then
    raise exception 'a case is kept until its term is over' using errcode = 'RF001';
  end if;
  update case_file set requester_name = '-', requester_document = null, requester_contact = null, description = '-', answer = null,
                       merchant_id = null, end_to_end_id = null, extension_reason = null, opened_by = '' where id = p_case;
  update case_step set actor = '', body = null, sealed = null where case_id = p_case;
end $$;
revoke all on function case_erase(uuid) from public;
