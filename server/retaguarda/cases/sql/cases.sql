create or replace function case_file_moves() returns trigger language plpgsql as $$
begin
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
  if new.state <> old.state and (old.kind, old.state, new.state) not in (
    ('ombudsman', 'opened', 'analysing'), ('ombudsman', 'opened', 'withdrawn'), ('ombudsman', 'opened', 'redirected'),
    ('ombudsman', 'analysing', 'waiting_area'), ('ombudsman', 'analysing', 'answered'), ('ombudsman', 'analysing', 'withdrawn'),
    ('ombudsman', 'waiting_area', 'analysing'), ('ombudsman', 'waiting_area', 'withdrawn'),
    ('ombudsman', 'answered', 'closed'), ('ombudsman', 'answered', 'analysing'), ('ombudsman', 'closed', 'analysing'),
    ('service', 'opened', 'first_answered'), ('service', 'opened', 'resolved'), ('service', 'opened', 'escalated'),
    ('service', 'first_answered', 'working'), ('service', 'first_answered', 'waiting_client'),
    ('service', 'first_answered', 'resolved'), ('service', 'first_answered', 'escalated'),
    ('service', 'working', 'waiting_client'), ('service', 'working', 'resolved'), ('service', 'working', 'escalated'),
    ('service', 'waiting_client', 'working'), ('service', 'waiting_client', 'resolved'),
    ('service', 'waiting_client', 'escalated'),
    ('service', 'resolved', 'closed'), ('service', 'resolved', 'working'), ('service', 'resolved', 'escalated'),
    ('service', 'closed', 'working'), ('service', 'closed', 'escalated'),
    ('pld', 'opened', 'investigating'), ('pld', 'investigating', 'waiting'), ('pld', 'waiting', 'investigating'),
    ('pld', 'investigating', 'proposed'), ('pld', 'proposed', 'investigating'), ('pld', 'proposed', 'decided'),
    ('pld', 'decided', 'communicated'), ('pld', 'decided', 'closed'), ('pld', 'communicated', 'closed')) then
    raise exception 'a case does not go from % to %', old.state, new.state using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger case_file_moves before update on case_file for each row execute function case_file_moves();

create or replace trigger case_file_kept before delete on case_file for each row execute function refuse_change();

call append_only('case_step');

call append_only('case_report');
