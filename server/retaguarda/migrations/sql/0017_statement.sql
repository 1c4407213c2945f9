-- The merchant's statement: entries in the order of time, what was recorded late, what was held when; and notes.
set local lock_timeout = '3s';

-- A company's own entries, the newest first. Within an account times run with versions.
create index ledger_entry_time on ledger_entry (company_id, posted_at) where version is not null;
-- What was recorded at another time than it happened: a day as it was known and as it is known differ by these alone.
create index ledger_journal_late on ledger_journal (company_id, recorded_at)
  where (recorded_at - effective_at) not between interval '-1 hour' and interval '1 hour';
-- Nearly every journal is a Pix received; the others are looked for by what they are.
create index ledger_journal_kind on ledger_journal (company_id, kind, id) where kind <> 'payin.payment';
-- Which holds were open at a moment. greatest: a clock that jumps back must not stand in the way of a hold's end.
create index ledger_hold_life on ledger_hold
  using gist (tstzrange(created_at, greatest(created_at, coalesce(closed_at, 'infinity'))));

-- Takes the other side of notes: what the provider gives to merchants and takes from them beside payments.
do $$ begin
  if exists (select from company where id = 1) then
    perform ledger_open(1, 'adjustments', 'BRL', null, true);
  end if;
end $$;

create table merchant_note (
  company_id   int not null references company,
  id           uuid not null,
  number       int not null,                        -- counted by merchant
  type         text not null check (type in ('credit', 'debit')),
  reason       text not null check (reason in ('fee_correction', 'bank_fee', 'rounding', 'goodwill', 'write_off', 'other')),
  description  text not null check (length(description) between 1 and 140),
  amount       bigint not null check (amount between 1 and 999999999999),
  due_date     date not null,                       -- from when it counts, by the merchant's calendar
  status       text not null default 'draft' check (status in ('draft', 'awaiting_approval', 'posted', 'cancelled')),
  makers       uuid[] not null default '{}',        -- who had a hand in it; nobody of these posts it
  created_by   text not null,
  created_at   timestamptz not null default now(),
  submitted_by text,
  submitted_at timestamptz,
  posted_by    text,
  posted_at    timestamptz,
  cancelled_by text,
  cancelled_at timestamptz,
  journal_id   uuid,
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, journal_id) references ledger_journal,
  check ((status = 'posted') = (journal_id is not null)),
  check ((status = 'posted') = (posted_at is not null and posted_by is not null)),
  check ((status = 'cancelled') = (cancelled_at is not null and cancelled_by is not null))
);
create index merchant_note_age on merchant_note (company_id, created_at desc);
create unique index merchant_note_journal on merchant_note (company_id, journal_id) where journal_id is not null;
call protect('merchant_note');
grant select, insert, update on merchant_note to retaguarda_app;

-- Two people: whoever wrote, changed or handed in a note does not post it, neither themselves nor through a key they know.
create function merchant_note_moves() returns trigger
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
     or (old.status, new.status) not in (('draft', 'draft'), ('draft', 'awaiting_approval'), ('draft', 'cancelled'),
                                        ('awaiting_approval', 'posted'), ('awaiting_approval', 'cancelled'))
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
create trigger moves before insert or update on merchant_note for each row execute function merchant_note_moves();
create trigger fixed before delete on merchant_note for each row execute function refuse_change();
create trigger fixed_truncate before truncate on merchant_note for each statement execute function refuse_change();
