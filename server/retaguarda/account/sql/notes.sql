-- Two people: whoever wrote, changed or handed in a note does not post it, neither themselves nor through a key they know.
create or replace function merchant_note_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hands uuid[] := approval_makers(scope_person());
begin
  if scope_person() is null then
    raise exception 'a note is somebody''s' using errcode = 'RF048';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'a note begins as a draft' using errcode = 'RF048';
    end if;
    new.makers := v_hands;
    return new;
  end if;
  if (new.company_id, new.id, new.number, new.created_by, new.created_at) is distinct from
     (old.company_id, old.id, old.number, old.created_by, old.created_at)
     or (old.status = new.status and old.status <> 'draft')
     or (new.status <> 'draft' and (new.type, new.reason, new.description, new.amount, new.due_date) is distinct from
                                   (old.type, old.reason, old.description, old.amount, old.due_date)) then
    raise exception 'a note that is % does not change so', old.status using errcode = 'RF001';
  end if;
  new.makers := old.makers;
  if new.status in ('draft', 'awaiting_approval') then
    new.makers := array(select distinct m from unnest(old.makers || v_hands) m);
  elsif new.status = 'posted' and v_hands && old.makers then
    raise exception 'whoever had a hand in a note does not post it' using errcode = 'RF048';
  end if;
  return new;
end $$;

create or replace trigger moves before insert or update on merchant_note for each row execute function merchant_note_moves();
call allow_moves('merchant_note', 'status',
  'draft: awaiting_approval cancelled',
  'awaiting_approval: posted cancelled');

create or replace trigger fixed before delete on merchant_note for each row execute function refuse_change();

create or replace trigger fixed_truncate before truncate on merchant_note for each statement execute function refuse_change();
