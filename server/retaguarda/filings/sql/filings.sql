-- A file that was made stays: only its approval is added, once.
create or replace function filing_version_stays() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.request_id, new.version, new.layout, new.layout_hash, new.file_name, new.sha256, new.rows,
      new.excused, new.total, new.currency, new.other_totals, new.made_at, new.made_by, new.maker_id, new.position,
      new.period_from, new.period_to)
     is distinct from
     (old.company_id, old.request_id, old.version, old.layout, old.layout_hash, old.file_name, old.sha256, old.rows,
      old.excused, old.total, old.currency, old.other_totals, old.made_at, old.made_by, old.maker_id, old.position,
      old.period_from, old.period_to)
     or old.approver_id is not null then
    raise exception 'a file that was made does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger stays before update on filing_version for each row execute function filing_version_stays();

call append_only('filing_piece');

call append_only('filing_line');

call append_only('filing_excuse');

call append_only('filing_layout');

call append_only('filing_comparison');

call append_only('filing_difference');

-- What was delivered is what a second person approved.
create or replace function filing_request_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.layout, new.number, new.received_on, new.created_at, new.created_by)
     is distinct from (old.company_id, old.id, old.layout, old.number, old.received_on, old.created_at, old.created_by)
     or old.state in ('accepted', 'cancelled')
     or (old.state = new.state and old.state not in ('received', 'generated')) then
    raise exception 'a request that is % does not become %', old.state, new.state using errcode = 'RF001';
  end if;
  if new.state in ('approved', 'delivered') and not exists (
    select from filing_version v where v.company_id = new.company_id and v.request_id = new.id and v.version = new.version
       and v.approver_id is not null) then
    raise exception 'nothing leaves that a second person has not approved' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger moves before update on filing_request for each row execute function filing_request_moves();
call allow_moves('filing_request', 'state',
  'received: generated cancelled',
  'generated: received approved cancelled',
  'approved: received generated delivered cancelled',
  'delivered: accepted rejected',
  'rejected: received generated');

create or replace trigger fixed before delete on filing_request for each row execute function refuse_change();
