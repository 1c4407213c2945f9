-- The schema as it begins: types, tables, indexes, policies and grants, by the room that owns them. `-- owner:` names the one room
-- that writes a table. Functions, triggers and views live in the rooms' sql/ folders.

grant usage on schema public to retaguarda_app;

-- Domains, not CHECKs, where one column is enough: a CHECK is parsed anew by every statement that writes.
create domain ledger_text as text check (length(value) between 1 and 255);

create domain ledger_code as text check (value ~ '^[a-z][a-z0-9_.-]*$' and length(value) <= 64);

create domain ledger_currency as text check (value ~ '^[A-Z][A-Z][A-Z]$');

create domain ledger_natural as bigint check (value >= 0);

create domain ledger_amount as bigint check (value <> 0);

-- Form, id of the secret, nonce, ciphertext with its tag (foundation/keys.py). `secrets rotate` walks every column of it.
create domain sealed as bytea check (length(value) >= 33 and get_byte(value, 0) = 1);

-- Enums
CREATE TYPE procrastinate_job_status AS ENUM (
    'todo',  -- The job is queued
    'doing',  -- The job has been fetched by a worker
    'succeeded',  -- The job ended successfully
    'failed',  -- The job ended with an error
    'cancelled', -- The job was cancelled
    'aborting',  -- legacy, not used anymore since v3.0.0
    'aborted'  -- The job was aborted
);

CREATE TYPE procrastinate_job_event_type AS ENUM (
    'deferred',  -- Job created, in todo
    'started',  -- todo -> doing
    'deferred_for_retry',  -- doing -> todo
    'failed',  -- doing -> failed
    'succeeded',  -- doing -> succeeded
    'cancelled', -- todo -> cancelled
    'abort_requested', -- not a state transition, but set in a separate field
    'aborted', -- doing -> aborted (only allowed when abort_requested field is set)
    'scheduled', -- not a state transition, but recording when a task is scheduled for
    'retried' -- Manually retried failed job
);

-- Composite Types
CREATE TYPE procrastinate_job_to_defer_v1 AS (
    queue_name character varying,
    task_name character varying,
    priority integer,
    lock text,
    queueing_lock text,
    args jsonb,
    scheduled_at timestamp with time zone
);


-- ---------- foundation ------------------------------------------------------------------------------------------

-- owner: foundation
-- One journal of everything that happened: audit trail, outbox and timeline in one. Readers follow (xid, id) up to the
-- oldest transaction still running, because ids are given before commits happen.
create table event (
  xid        xid8 not null default pg_current_xact_id(),
  id         bigint generated always as identity,
  company_id int not null,
  name       text not null check (name ~ '^[a-z_]+(\.[a-z_]+)*:[a-z_]+:[a-z_]+$'),  -- source:subject:action
  subject_id text not null,
  person_id  uuid,
  actor      text not null,  -- e-mail of the person, or the part of the system that acted
  at         timestamptz not null default clock_timestamp(),
  request_id text,
  ip         inet,
  user_agent text,
  data       jsonb not null default '{}',
  primary key (xid, id)
);
create index event_subject on event (company_id, subject_id, id);
-- Of what people asked for; not of charges, which nobody approves and of which there are most.
create index event_command on event (company_id, name, at) where person_id is not null and name <> 'payin:charge:create';
call protect('event');
grant select, insert on event to retaguarda_app;

-- owner: foundation
create table event_reader (
  name       text primary key,
  xid        xid8 not null default '0',
  id         bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update on event_reader to retaguarda_app;

-- owner: foundation
-- First answers of Commands, kept to be given again.
create table idempotency (
  company_id   int not null,
  person_id    uuid not null,
  key          text not null check (length(key) between 1 and 255),
  command      text not null,
  request_hash bytea not null,
  status       int not null,
  body         bytea not null,
  created_at   timestamptz not null default now(),
  primary key (company_id, person_id, key)
);
create index idempotency_age on idempotency using brin (created_at);
call protect('idempotency');
grant select, insert, delete on idempotency to retaguarda_app;

-- owner: foundation
-- Keys that outlive the secret, one a purpose: of hashes that cannot be made anew, and of codes that stand on paper.
create table kept_key (
  purpose    text primary key check (length(purpose) between 1 and 40),
  sealed     sealed not null,
  created_at timestamptz not null default now()
);
grant select, insert on kept_key to retaguarda_app;

-- owner: foundation
create table stored_file (
  company_id  int not null,
  id          uuid not null,
  owner       text not null check (length(owner) between 1 and 100),  -- what it is attached to: note:<id>
  name        text not null check (length(name) between 1 and 100),
  media_type  text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size        int not null check (size between 1 and 10485760),
  sha256      bytea not null check (length(sha256) = 32),
  content     bytea,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  removed_by  text,
  removed_at  timestamptz,
  primary key (company_id, id),
  check ((content is null) = (removed_at is not null) and (removed_by is null) = (removed_at is null)),
  check (length(content) = size)
);
alter table stored_file alter column content set storage external;
create unique index stored_file_once on stored_file (company_id, owner, sha256) where removed_at is null;
call protect('stored_file');
grant select, insert, update on stored_file to retaguarda_app;

-- owner: foundation
-- Tables
create table procrastinate_workers (
  id             bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  last_heartbeat timestamp with time zone NOT NULL DEFAULT NOW()
);
CREATE INDEX idx_procrastinate_workers_last_heartbeat ON procrastinate_workers(last_heartbeat);
grant select, insert, update, delete on procrastinate_workers to retaguarda_app;

-- owner: foundation
create table procrastinate_jobs (
  id              bigserial PRIMARY KEY,
  queue_name      character varying(128) NOT NULL,
  task_name       character varying(128) NOT NULL,
  priority        integer DEFAULT 0 NOT NULL,
  lock            text,
  queueing_lock   text,
  args            jsonb DEFAULT '{}' NOT NULL,
  status          procrastinate_job_status DEFAULT 'todo'::procrastinate_job_status NOT NULL,
  scheduled_at    timestamp with time zone NULL,
  attempts        integer DEFAULT 0 NOT NULL,
  abort_requested boolean DEFAULT false NOT NULL,
  worker_id       bigint REFERENCES procrastinate_workers(id) ON DELETE SET NULL,
  CONSTRAINT check_not_todo_abort_requested CHECK (NOT (status = 'todo' AND abort_requested = true))
);
-- Constraints & Indices

-- this prevents from having several jobs with the same queueing lock in the "todo" state
CREATE UNIQUE INDEX procrastinate_jobs_queueing_lock_idx_v1 ON procrastinate_jobs (queueing_lock) WHERE status = 'todo';
-- this prevents from having several jobs with the same lock in the "doing" state
CREATE UNIQUE INDEX procrastinate_jobs_lock_idx_v1 ON procrastinate_jobs (lock) WHERE status = 'doing';
-- Index for select_stalled_jobs_by_heartbeat query
CREATE INDEX idx_procrastinate_jobs_worker_not_null ON procrastinate_jobs(worker_id) WHERE worker_id IS NOT NULL AND status = 'doing'::procrastinate_job_status;
CREATE INDEX procrastinate_jobs_queue_name_idx_v1 ON procrastinate_jobs(queue_name);
CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON procrastinate_jobs (id, lock) WHERE status = ANY (ARRAY['todo'::procrastinate_job_status, 'doing'::procrastinate_job_status]);
CREATE INDEX procrastinate_jobs_priority_idx_v1 ON procrastinate_jobs(priority desc, id asc) WHERE (status = 'todo'::procrastinate_job_status);
grant select, insert, update, delete on procrastinate_jobs to retaguarda_app;

-- owner: foundation
create table procrastinate_periodic_defers (
  id              bigserial PRIMARY KEY,
  task_name       character varying(128) NOT NULL,
  defer_timestamp bigint,
  job_id          bigint REFERENCES procrastinate_jobs(id) NULL,
  periodic_id     character varying(128) NOT NULL DEFAULT '',
  CONSTRAINT procrastinate_periodic_defers_unique UNIQUE (task_name, periodic_id, defer_timestamp)
);
CREATE INDEX procrastinate_periodic_defers_job_id_fkey_v1 ON procrastinate_periodic_defers(job_id);
grant select, insert, update, delete on procrastinate_periodic_defers to retaguarda_app;

-- owner: foundation
create table procrastinate_events (
  id     bigserial PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES procrastinate_jobs ON DELETE CASCADE,
  type   procrastinate_job_event_type,
  at     timestamp with time zone DEFAULT NOW() NULL
);
CREATE INDEX procrastinate_events_job_id_fkey_v1 ON procrastinate_events(job_id);
grant select, insert, update, delete on procrastinate_events to retaguarda_app;


-- ---------- companies -------------------------------------------------------------------------------------------

-- owner: companies
-- Company 1 is the provider itself; the others are its merchants.
create table company (
  id             int primary key check (id > 0),
  name           text not null check (name <> '' and length(name) <= 200),
  legal_name     text not null check (length(legal_name) <= 200),
  document       text not null unique check (document ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  time_zone      text not null default 'America/Sao_Paulo',
  created_at     timestamptz not null default now(),
  status         text not null default 'active'
    check (status in ('created', 'review', 'snoozed', 'denied', 'active', 'blocked', 'offboarding', 'offboarded')),
  status_at      timestamptz not null default now(),
  status_reason  text check (length(status_reason) between 1 and 500),
  blocked_in     boolean not null default false,
  blocked_out    boolean not null default false,
  risk           text not null default 'medium' check (risk in ('low', 'medium', 'high', 'very_high')),
  segment        text not null default '' check (length(segment) <= 80),
  country        text not null default 'BR' check (country ~ '^[A-Z]{2}$'),
  owner          text check (length(owner) between 1 and 120),  -- who looks after it at the provider
  products       text[] not null default '{payin}' check (products <@ array['payin', 'payout', 'exchange']),
  kyc_expires_on date,
  onboarded_by   uuid,
  constraint company_blocked_somehow check ((status = 'blocked') = (blocked_in or blocked_out)),
  constraint company_provider_active check (id <> 1 or status = 'active'),
  constraint company_blocked_why check (status <> 'blocked' or status_reason is not null)
);
alter table company enable row level security;
alter table company force row level security;
create policy owner_all on company to current_user using (true) with check (true);
create policy tenant on company to retaguarda_app
  using ((select scope_all()) or id = any ((select scope_companies())::int[]))
  with check ((select scope_all()) or id = any ((select scope_companies())::int[]));
grant select, insert, update on company to retaguarda_app;

-- owner: companies
-- What is known of a company, by name, each from a day to a day; the newest is what holds.
create table company_attribute (
  company_id int not null references company,
  id         uuid primary key,
  attribute  text not null check (attribute ~ '^[a-z][a-z0-9_]{0,63}$'),
  value      text not null check (length(value) between 1 and 200),
  valid_from date not null,
  valid_to   date check (valid_to >= valid_from),  -- the day from which another holds
  source     text not null check (length(source) between 1 and 120),
  created_by text not null,
  created_at timestamptz not null default now()
);
create unique index company_attribute_now on company_attribute (company_id, attribute) where valid_to is null;
call protect('company_attribute');
grant select, insert, update on company_attribute to retaguarda_app;

-- owner: companies
-- charge: the most that one charge may ask for; withdrawal: the most that one withdrawal may take. Minor units.
create table company_limit (
  company_id int not null references company,
  kind       text not null,
  amount     bigint not null check (amount > 0),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (company_id, kind),
  constraint company_limit_kind_check
  check (kind in ('charge', 'withdrawal', 'withdrawal_day', 'withdrawal_night'))
);
call protect('company_limit');
grant select, insert, update, delete on company_limit to retaguarda_app;

-- owner: companies
create table company_partner (
  company_id int not null references company,
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 200),
  document   text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  pep_type   text check (pep_type in ('principal', 'related')),  -- politically exposed, or close to somebody who is
  share      int check (share between 0 and 10000),              -- basis points; null: not known
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index company_partner_once on company_partner (company_id, document) where removed_at is null;
call protect('company_partner');
grant select, insert, update on company_partner to retaguarda_app;

-- owner: companies
create table company_contract (
  company_id int not null references company,
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 120),
  valid_from date not null,
  valid_to   date check (valid_to >= valid_from),
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_on   date,
  ended_by   text,
  end_reason text check (length(end_reason) between 3 and 500),
  constraint company_contract_end check ((ended_on is null) = (ended_by is null) and (ended_on is null) = (end_reason is null))
);
create index company_contract_company on company_contract (company_id, valid_from);
call protect('company_contract');
grant select, insert, update on company_contract to retaguarda_app;

-- owner: companies
create table company_note (
  company_id int not null references company,
  id         uuid primary key,
  text       text not null check (length(text) between 1 and 2000),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index company_note_company on company_note (company_id, created_at);
call protect('company_note');
grant select, insert on company_note to retaguarda_app;


-- ---------- identity --------------------------------------------------------------------------------------------

-- owner: identity
create table person (
  id                  uuid primary key,
  company_id          int not null references company,
  email               text not null check (length(email) <= 254),
  name                text not null check (length(name) <= 120),
  password_hash       text not null,
  locale              text check (locale in ('pt', 'en')),
  internal            boolean not null default false,  -- staff of the provider
  totp_secret         sealed,                          -- sealed with the server's key
  totp_last_step      bigint not null default 0,       -- RFC 6238 step of the last accepted code
  disabled_at         timestamptz,
  created_at          timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  last_sign_in_at     timestamptz,
  totp_pending        sealed,                          -- sealed; a secret that waits for its first code
  totp_pending_at     timestamptz,
  pending_email       text check (length(pending_email) <= 254),
  joined_at           timestamptz default now(),       -- null: invited, and no password chosen yet
  invited_by          text,                            -- e-mail of who did
  constraint person_of_company unique (company_id, id)
);
create unique index person_email on person (lower(email));
create index person_mailbox on person (mailbox_of(email));
call protect('person');
grant select, insert, update on person to retaguarda_app;

-- owner: identity
-- One family of tokens a sign-in. Only hashes of refresh tokens are stored.
create table session (
  id                    uuid primary key,
  company_id            int not null references company,
  person_id             uuid not null references person,
  two_factor            boolean not null,
  created_at            timestamptz not null default now(),
  last_seen_at          timestamptz not null default now(),
  idle                  interval not null,
  expires_at            timestamptz not null,
  ended_at              timestamptz,
  end_reason            text,
  ip                    inet,
  user_agent            text,
  password_confirmed_at timestamptz
);
create index session_person on session (person_id) where ended_at is null;
call protect('session');
grant select, insert, update, delete on session to retaguarda_app;

-- owner: identity
create table refresh_token (
  hash       bytea primary key,
  parent     bytea unique,
  session_id uuid not null references session,
  company_id int not null references company,
  created_at timestamptz not null default now(),
  used_at    timestamptz
);
create index refresh_token_session on refresh_token (session_id);
call protect('refresh_token');
grant select, insert, update, delete on refresh_token to retaguarda_app;

-- owner: identity
create table signing_key (
  id         text primary key,
  private    sealed not null,  -- sealed with the server's key
  created_at timestamptz not null default now()
);
grant select, insert, delete on signing_key to retaguarda_app;

-- owner: identity
-- Refused tries, by bucket ('login:ip:…', 'login:person:…'). Rows older than their window are swept by a task.
create table refused_try (
  bucket text not null,
  at     timestamptz not null default clock_timestamp(),
  open   boolean not null default false
);
create index refused_try_bucket on refused_try (bucket, at);
grant select, insert, delete, update (open) on refused_try to retaguarda_app;

-- owner: identity
create table bot_check_used (
  hash       bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on bot_check_used to retaguarda_app;

-- owner: identity
create table feature_flag (
  name      text primary key,
  companies int[] not null default '{}'
);
grant select, insert, update on feature_flag to retaguarda_app;

-- owner: identity
-- Tokens sent by mail. Only hashes are stored. A token is bound to its person, what it is for, and to what the person
-- was when it was made: a sign-in, a new password or a new address since then kills it.
create table mailed_token (
  hash                bytea primary key,
  company_id          int not null references company,
  person_id           uuid not null references person,
  action              text not null,
  email               text not null,  -- the person's
  new_email           text,           -- where an 'email' token went
  password_changed_at timestamptz not null,
  last_sign_in_at     timestamptz,
  expires_at          timestamptz not null,
  used_at             timestamptz,
  constraint mailed_token_action_check check (action in ('reset', 'email', 'invite'))
);
call protect('mailed_token');
grant select, insert, update, delete on mailed_token to retaguarda_app;

-- owner: identity
-- Hashed with the server's key.
create table recovery_code (
  person_id  uuid not null references person,
  hash       bytea not null,
  company_id int not null references company,
  used_at    timestamptz,
  primary key (person_id, hash)
);
call protect('recovery_code');
grant select, insert, update, delete on recovery_code to retaguarda_app;

-- owner: identity
create table passkey (
  id            uuid primary key,
  company_id    int not null references company,
  person_id     uuid not null references person,
  name          text not null check (length(name) between 1 and 60),
  credential_id bytea not null unique check (length(credential_id) <= 1023),
  public_key    bytea not null,
  sign_count    bigint not null,
  transports    text[] not null default '{}',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkey_person on passkey (person_id);
call protect('passkey');
grant select, insert, update, delete on passkey to retaguarda_app;

-- owner: identity
-- Challenges that were given out and not yet answered; an answer takes its row away.
create table passkey_challenge (
  hash       bytea primary key,
  company_id int not null references company,
  person_id  uuid not null references person,
  action     text not null check (action in ('register', 'sign_in')),
  expires_at timestamptz not null
);
call protect('passkey_challenge');
grant select, insert, delete on passkey_challenge to retaguarda_app;


-- ---------- access ----------------------------------------------------------------------------------------------

-- owner: access
create table role (
  id            int generated always as identity primary key,
  company_id    int not null references company,
  name          text not null,
  permissions   text[] not null,
  updated_at    timestamptz not null default now(),
  second_factor boolean not null default false,
  unique (company_id, name),
  constraint role_name_length check (length(name) between 1 and 60),
  constraint role_of_company unique (company_id, id)
);
call protect('role');
grant select, insert, update, delete on role to retaguarda_app;

-- owner: access
create table role_permission (
  role_id    int not null references role on delete cascade,
  permission text not null,
  company_id int not null references company,
  since      timestamptz not null default clock_timestamp(),
  primary key (role_id, permission)
);
call protect('role_permission');

-- owner: access
-- Companies a merchant's person may see beside their own.
create table person_company (
  person_id  uuid not null references person,
  company_id int not null references company,
  primary key (person_id, company_id)
);
call protect('person_company');
grant select, insert, delete on person_company to retaguarda_app;

-- owner: access
create table person_role (
  person_id  uuid not null references person,
  role_id    int not null references role,
  company_id int not null references company,
  -- Since when somebody holds a permission: who came by it after something was asked for does not approve that.
  given_at   timestamptz not null default clock_timestamp(),
  primary key (person_id, role_id),
  constraint person_role_role foreign key (company_id, role_id) references role (company_id, id),
  constraint person_role_person foreign key (company_id, person_id) references person (company_id, id)
);
create index person_role_by_role on person_role (role_id);
call protect('person_role');
grant select, insert, delete on person_role to retaguarda_app;

-- owner: access
-- A program's way in. Only hashes are stored; while it is rotated, the secret before the last works until the grace is over.
create table api_key (
  id            uuid primary key,
  company_id    int not null references company,
  role_id       int,
  name          text not null check (length(name) between 1 and 60),
  prefix        text not null,                 -- what of the secret may be shown
  hash          bytea not null,
  previous_hash bytea,
  grace_until   timestamptz,
  addresses     inet[] not null default '{}',  -- networks it may call from; none: from anywhere
  expires_at    timestamptz,
  last_used_at  timestamptz,
  last_used_ip  inet,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  created_by    text not null,
  -- Who has seen the secret of a key: what the key asks for they have asked for.
  shown_to      uuid[] not null default '{}',
  constraint api_key_role check (role_id is not null or revoked_at is not null),
  foreign key (company_id, role_id) references role (company_id, id) on delete set null (role_id)
);
create index api_key_by_role on api_key (role_id);
call protect('api_key');
grant select, insert, update on api_key to retaguarda_app;

-- owner: access
-- Which merchants a session of staff has looked at: the trail gets one line an hour, and the reason they gave.
create table staff_view (
  session_id uuid not null references session on delete cascade,
  company_id int not null references company,
  reason     text check (length(reason) <= 200),
  logged_at  timestamptz,
  primary key (session_id, company_id)
);
call protect('staff_view');
grant select, insert, update on staff_view to retaguarda_app;


-- ---------- ledger ----------------------------------------------------------------------------------------------

-- owner: ledger
create table ledger_account (
  id           bigint generated always as identity primary key,
  company_id   int not null references company,
  code         ledger_code not null,
  currency     ledger_currency not null,
  floor        bigint,                             -- null: may fall without limit
  append_only  boolean not null default false,     -- takes entries only; its balance is a checkpoint plus the tail
  posted       bigint not null default 0,
  held         ledger_natural not null default 0,  -- sum of its open holds
  version      bigint not null default 0,          -- number of its entries
  posted_at    timestamptz,                        -- of its last entry
  created_at   timestamptz not null default now(),
  blocked_in   boolean not null default false,
  blocked_out  boolean not null default false,
  block_reason text,
  unique (company_id, code, currency),
  constraint ledger_account_floor check (posted - held >= floor)
) with (fillfactor = 50
);
call protect('ledger_account');
-- Every merchant's journals name the provider's clearing and fee accounts; these rows hold no balance.
create policy house on ledger_account for select to retaguarda_app using (company_id = 1 and append_only);
grant select on ledger_account to retaguarda_app;

-- owner: ledger
create table ledger_journal (
  id           uuid not null,
  company_id   int not null,          -- the tenant it is for
  legs         smallint not null,     -- number of its entries, so that none can join later
  key          ledger_text not null,
  request_hash bytea not null,        -- of the call that first used the key
  kind         ledger_text not null,
  reference    ledger_text not null,  -- of what it is about, in the room that posted it
  effective_at timestamptz not null,  -- when it happened outside
  recorded_at  timestamptz not null default clock_timestamp(),
  reverses     uuid,
  primary key (company_id, id),
  unique (company_id, key)
);
create unique index ledger_journal_reverses on ledger_journal (company_id, reverses) where reverses is not null;
create index ledger_journal_reference on ledger_journal (company_id, reference);
-- What was recorded at another time than it happened: a day as it was known and as it is known differ by these alone.
create index ledger_journal_late on ledger_journal (company_id, recorded_at)
  where (recorded_at - effective_at) not between interval '-1 hour' and interval '1 hour';
-- Nearly every journal is a Pix received; the others are looked for by what they are.
create index ledger_journal_kind on ledger_journal (company_id, kind, id) where kind <> 'payin.payment';
call protect('ledger_journal');
grant select on ledger_journal to retaguarda_app;

-- owner: ledger
-- No foreign keys: each would lock a row that every post touches. Accounts and journals are never deleted, entries are
-- checked at commit, and verify looks.
create table ledger_entry (
  journal_id    uuid not null,
  account_id    bigint not null,
  amount        ledger_amount not null,
  version       bigint,         -- place within the account, without gaps; null when append-only
  balance_after bigint,         -- null when append-only
  xid           xid8 not null default pg_current_xact_id(),
  posted_at     timestamptz not null default clock_timestamp(),
  company_id    int not null,   -- of the journal, not of the account
  leg           smallint not null,
  currency      text not null,  -- the account's, so that the check at commit reads one table
  primary key (company_id, journal_id, leg)
);
create unique index ledger_entry_version on ledger_entry (account_id, version) where version is not null;
create index ledger_entry_tail on ledger_entry (account_id, xid) where version is null;
-- A company's own entries, the newest first. Within an account times run with versions.
create index ledger_entry_time on ledger_entry (company_id, posted_at) where version is not null;
-- Whoever asks for debits alone reads no credit. A credit, which is nearly every post, does not touch this index.
create index ledger_entry_debit on ledger_entry (company_id, posted_at) where version is not null and amount < 0;
call protect('ledger_entry');
grant select on ledger_entry to retaguarda_app;

-- owner: ledger
create table ledger_hold (
  id           uuid not null,
  company_id   int not null,
  account_id   bigint not null references ledger_account,
  amount       bigint not null check (amount > 0),
  state        text not null default 'open' check (state in ('open', 'captured', 'voided', 'expired')),
  key          ledger_text not null,
  request_hash bytea not null,
  reference    ledger_text not null,
  expires_at   timestamptz,  -- null: stays until captured or voided
  journal_id   uuid,         -- of its capture
  created_at   timestamptz not null default clock_timestamp(),
  closed_at    timestamptz,
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, journal_id) references ledger_journal,
  check ((state = 'captured') = (journal_id is not null)),
  check ((state = 'open') = (closed_at is null))
);
create unique index ledger_hold_journal on ledger_hold (company_id, journal_id) where journal_id is not null;
create index ledger_hold_due on ledger_hold (expires_at) where state = 'open' and expires_at is not null;
-- Which holds were open at a moment. greatest: a clock that jumps back must not stand in the way of a hold's end.
create index ledger_hold_life on ledger_hold
  using gist (tstzrange(created_at, greatest(created_at, coalesce(closed_at, 'infinity'))));
call protect('ledger_hold');
grant select on ledger_hold to retaguarda_app;

-- owner: ledger
-- Sums of append-only accounts. One covers the rows with xid < xid_before: ids are not commit order, but no transaction
-- older than the oldest one running can still add a row.
create table ledger_checkpoint (
  account_id bigint not null references ledger_account,
  xid_before xid8 not null,
  company_id int not null,
  balance    bigint not null,
  entries    bigint not null,
  made_at    timestamptz not null default clock_timestamp(),
  primary key (account_id, xid_before)
);
call protect('ledger_checkpoint');
grant select on ledger_checkpoint to retaguarda_app;


-- ---------- audit -----------------------------------------------------------------------------------------------

-- owner: audit
create table audit_log (
  only_one   boolean primary key default true check (only_one),
  origin     text not null default 'retaguarda/audit/' || gen_random_uuid(),  -- its name in every checkpoint
  started_at timestamptz not null default now()
);
grant select on audit_log to retaguarda_app;

-- owner: audit
create table audit_key (
  id         text primary key check (id ~ '^[0-9a-f]{8}$'),
  public     bytea not null unique check (length(public) = 32),
  private    sealed,  -- sealed; gone once another key signs
  created_at timestamptz not null default clock_timestamp()
);
create unique index audit_key_signing on audit_key ((true)) where private is not null;
grant select, insert, update (private) on audit_key to retaguarda_app;

-- owner: audit
create table audit_leaf (
  index      bigint primary key check (index >= 0),
  event_xid  xid8 not null,
  event_id   bigint not null,
  company_id int not null,
  at         timestamptz not null,
  name       text not null,
  subject_id text not null,
  person_id  uuid,
  actor      text not null,
  doer       text not null check (doer in ('person', 'staff', 'key', 'system')),
  salts      bytea[] not null check (cardinality(salts) = 5),  -- person, actor, ip, agent, data; null: forgotten
  told       text,                                             -- the leaf as it was, once something of it is forgotten
  hash       bytea not null check (length(hash) = 32)
);
create unique index audit_leaf_event on audit_leaf (event_id);
create index audit_leaf_at on audit_leaf (at);
create index audit_leaf_company on audit_leaf (company_id, at);
create index audit_leaf_subject on audit_leaf (subject_id);
call protect('audit_leaf');
grant select on audit_leaf to retaguarda_app;

-- owner: audit
-- Complete subtrees of two leaves and more: level 1 covers two, level 2 four.
create table audit_node (
  level smallint not null check (level between 1 and 62),
  index bigint not null check (index >= 0),
  hash  bytea not null check (length(hash) = 32),
  primary key (level, index)
);
grant select on audit_node to retaguarda_app;

-- owner: audit
create table audit_checkpoint (
  size   bigint primary key check (size > 0),
  root   bytea not null check (length(root) = 32),
  at     timestamptz not null default clock_timestamp(),
  key_id text not null references audit_key,
  note   text not null
);
create index audit_checkpoint_at on audit_checkpoint (at);
grant select, insert on audit_checkpoint to retaguarda_app;


-- ---------- notifications ---------------------------------------------------------------------------------------

-- owner: notifications
create table notification (
  uuid       uuid primary key default gen_random_uuid(),
  id         bigint generated always as identity unique,
  company_id int not null references company,
  person_id  uuid not null references person,
  event_id   bigint not null,
  kind       text not null,
  data       jsonb not null default '{}',  -- what the words need; of the event, and no more
  redirect   text,                         -- a path of the dashboard
  in_app     boolean not null,
  created_at timestamptz not null,
  read_at    timestamptz,
  mailed_at  timestamptz,
  called_at  timestamptz,
  unique (person_id, event_id)
);
create index notification_of_person on notification (person_id, id desc) where in_app;
create index notification_unread on notification (person_id) where in_app and read_at is null;
call protect('notification');
grant select, insert, update, delete on notification to retaguarda_app;

-- owner: notifications
-- How a person wants to hear of a kind, where that is not the usual way.
create table notification_preference (
  person_id  uuid not null references person,
  company_id int not null references company,
  kind       text not null,
  in_app     boolean not null,
  email      text not null check (email in ('off', 'now', 'daily')),
  webhook    boolean not null default false,
  primary key (person_id, kind)
);
call protect('notification_preference');
grant select, insert, update on notification_preference to retaguarda_app;

-- owner: notifications
create table notification_webhook (
  person_id   uuid primary key references person,
  company_id  int not null references company,
  url         text not null check (char_length(url) <= 2048),
  secret      sealed not null,  -- sealed: it signs, so it must be read again
  created_at  timestamptz not null default now(),
  tried_at    timestamptz,      -- the last call, and what came of it
  last_status int,
  last_error  text
);
call protect('notification_webhook');
grant select, insert, update, delete on notification_webhook to retaguarda_app;


-- ---------- lists -----------------------------------------------------------------------------------------------

-- owner: lists
create table saved_view (
  id         uuid primary key,
  company_id int not null references company,  -- the person's own, whichever merchant they looked at
  person_id  uuid references person,           -- null: shared
  list       text not null check (length(list) <= 60),
  name       text not null check (length(name) between 1 and 60),
  definition jsonb not null,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_view_own on saved_view (person_id, list, lower(name)) where person_id is not null;
create unique index saved_view_shared on saved_view (company_id, list, lower(name)) where person_id is null;
call protect('saved_view');
-- Of a company's views a person sees the shared ones and their own.
create policy own_or_shared on saved_view as restrictive to retaguarda_app
  using (person_id is null or person_id = (select scope_person()))
  with check (person_id is null or person_id = (select scope_person()));
grant select, insert, update, delete on saved_view to retaguarda_app;

-- owner: lists
-- Which view a list opens with, for each person; it may be a shared one.
create table saved_view_default (
  person_id  uuid not null references person,
  company_id int not null references company,
  list       text not null,
  view_id    uuid not null references saved_view on delete cascade,
  primary key (person_id, list)
);
create index saved_view_default_view on saved_view_default (view_id);
call protect('saved_view_default');
create policy own on saved_view_default as restrictive to retaguarda_app
  using (person_id = (select scope_person())) with check (person_id = (select scope_person()));
grant select, insert, update, delete on saved_view_default to retaguarda_app;

-- owner: lists
create table export (
  id            uuid primary key,
  company_id    int not null references company,  -- the merchant it is about; of the asker, when it is about all they see
  person_id     uuid not null,                    -- a person, or a program by its key
  list          text not null,
  format        text not null check (format in ('csv', 'xlsx')),
  asked         jsonb not null,                   -- columns, titles, filters, zone and language
  all_merchants boolean not null,
  two_factor    boolean not null,                 -- asked for in a session that was opened with one
  status        text not null default 'queued'
                check (status in ('queued', 'running', 'succeeded', 'failed', 'expired', 'canceled')),
  attempts      int not null default 0,
  rows          bigint not null default 0,        -- written so far
  total         bigint,                           -- to be written; null until it is counted
  bytes         bigint,
  error         text,                             -- key of what went wrong
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  expires_at    timestamptz
);
create index export_of_person on export (person_id, created_at desc);
create index export_expiring on export (expires_at) where status = 'succeeded';
call protect('export');
call protect_own('export');
grant select, insert, update on export to retaguarda_app;

-- owner: lists
-- The file of an export that succeeded, in its order; it is written in one transaction with that success.
create table export_chunk (
  export_id  uuid not null references export,
  number     int not null,
  company_id int not null references company,
  person_id  uuid not null,
  bytes      bytea not null,
  primary key (export_id, number)
);
alter table export_chunk alter column bytes set storage external;
call protect('export_chunk');
call protect_own('export_chunk');
grant select, insert, delete on export_chunk to retaguarda_app;

-- owner: lists
create table bulk (
  id          uuid primary key,
  company_id  int not null references company,
  person_id   uuid not null,
  command     text not null,
  input       jsonb not null,
  total       int not null,
  two_factor  boolean not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  finished_at timestamptz
);
create index bulk_age on bulk (created_at);
call protect('bulk');
call protect_own('bulk');
grant select, insert, update, delete on bulk to retaguarda_app;

-- owner: lists
create table bulk_item (
  id         uuid primary key,
  bulk_id    uuid not null references bulk on delete cascade,
  company_id int not null references company,
  person_id  uuid not null,
  number     int not null,   -- its place, from 1
  target     text not null,  -- id of what the Command acts on
  status     text not null default 'queued',
  detail     text,           -- key of why not
  done_at    timestamptz,
  unique (bulk_id, number),
  constraint bulk_item_status_check
  check (status in ('queued', 'done', 'awaiting', 'refused', 'failed'))
);
create index bulk_item_status on bulk_item (bulk_id, status, number);
call protect('bulk_item');
call protect_own('bulk_item');
grant select, insert, update, delete on bulk_item to retaguarda_app;


-- ---------- approvals -------------------------------------------------------------------------------------------

-- owner: approvals
create table approval_policy (
  id             uuid primary key,
  company_id     int not null references company,                  -- the provider's (1) are for every merchant
  name           text not null check (length(name) between 1 and 80),
  command        text not null,
  condition      text not null check (length(condition) <= 1000),  -- CEL; empty: always
  permission     text not null,                                    -- what an approver holds
  needed         int not null check (needed between 1 and 5),
  distinct_teams boolean not null,                                 -- no two approvers share a role
  expires_days   int not null check (expires_days between 1 and 90),
  emergency      text,                                             -- whoever holds this decides alone, with a reason, and everybody is told
  active         boolean not null,
  alone          boolean not null,                                 -- made while there was nobody who could have approved it
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  updated_by     text not null
);
create unique index approval_policy_name on approval_policy (company_id, lower(name));
create index approval_policy_command on approval_policy (command, company_id) where active;
call protect('approval_policy');
grant select, insert, update, delete on approval_policy to retaguarda_app;

-- owner: approvals
create table approval_request (
  id         uuid primary key,
  company_id int not null references company,
  command    text not null,
  path       jsonb not null,                                   -- the ids in the Command's path
  subject    text not null,                                    -- what it acts on; empty for something new
  input      jsonb not null,
  carried    jsonb not null,                                   -- what the Command had made before it was asked for: hashes, never secrets
  amount     bigint,                                           -- minor units; null where no money moves
  plan       jsonb not null,
  plan_hash  text not null,
  demands    jsonb not null check (jsonb_array_length(demands) between 1 and 50),
  maker_id   uuid not null,                                    -- a person, or a program by its key
  maker      text not null,
  makers     uuid[] not null default '{}',                     -- nobody of these decides
  two_factor boolean not null,                                 -- asked for in a session that was opened with one
  wide       boolean not null,                                 -- asked for in the scope of all companies that the maker sees
  state      text not null default 'awaiting'
             check (state in ('awaiting', 'executed', 'rejected', 'cancelled', 'expired', 'failed')),
  round      int not null default 1,                           -- another plan is another round: the approvals before it are void
  result     jsonb,
  error      text,
  created_at timestamptz not null default now(),
  planned_at timestamptz not null default now(),
  closed_at  timestamptz,
  expires_at timestamptz not null,
  edited_at  timestamptz,
  -- Of each edit, what was asked for before and what after; whoever decides over it reads that.
  edits      jsonb not null default '[]',
  today      bigint,                                           -- minor units; null where no money moves, and of older requests
  reserves   text check (length(reserves) between 1 and 200),  -- of what: pix:<endToEndId>; null: of nothing
  reserved   bigint check (reserved > 0),                      -- minor units
  constraint approval_demands_sound check (approval_demands_sound(demands)),
  constraint approval_request_reserved check ((reserves is null) = (reserved is null))
);
create index approval_request_age on approval_request (company_id, created_at desc);
create index approval_request_maker on approval_request (maker_id, created_at desc);
create index approval_request_subject on approval_request (company_id, subject) where state = 'awaiting';
create index approval_request_expiring on approval_request (expires_at) where state = 'awaiting';
create index approval_request_reserves on approval_request (company_id, reserves)
  where state = 'awaiting' and reserves is not null;
call protect('approval_request');
grant select, insert, update on approval_request to retaguarda_app;

-- owner: approvals
create table approval_decision (
  request_id  uuid not null references approval_request,
  round       int not null,
  person_id   uuid not null references person,
  company_id  int not null references company,
  actor       text not null,
  kind        text not null check (kind in ('approve', 'reject', 'emergency')),
  reason      text check (length(reason) between 1 and 500),
  factor      text check (factor in ('totp', 'recovery', 'passkey')),
  permissions text[] not null default '{}',  -- of those demanded, the ones held
  roles       int[] not null default '{}',
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, round, person_id),
  check (kind = 'approve' or reason is not null),
  check (kind = 'reject' or factor is not null)
);
call protect('approval_decision');
grant select, insert on approval_decision to retaguarda_app;

-- owner: approvals
create table approval_delegation (
  id          uuid primary key,
  request_id  uuid not null references approval_request,
  company_id  int not null references company,
  from_person uuid not null references person,
  actor       text not null,
  to_person   uuid not null references person,
  delegate    text not null,
  note        text check (length(note) between 1 and 500),
  at          timestamptz not null default clock_timestamp(),
  check (from_person <> to_person)
);
create index approval_delegation_request on approval_delegation (request_id, at);
call protect('approval_delegation');
grant select, insert on approval_delegation to retaguarda_app;


-- ---------- cron_tasks ------------------------------------------------------------------------------------------

-- owner: cron_tasks
create table cron_task (
  id            uuid primary key,
  company_id    int not null default 1 references company check (company_id = 1),
  name          text not null unique check (name ~ '^[a-z_]+(\.[a-z_]+)+$'),
  schedule      text not null check (length(schedule) between 9 and 100),  -- five fields of cron
  time_zone     text not null,
  enabled       boolean not null default true,
  grace_seconds int not null check (grace_seconds between 60 and 86400),  -- so late a run still makes sense
  overlap       text not null check (overlap in ('skip', 'queue')),  -- while another one runs
  next_at       timestamptz,                                         -- null: to be worked out
  runs          int not null default 0,
  failures      int not null default 0,                              -- one after the other, up to now
  paused_by     text,
  paused_at     timestamptz,
  version       int not null default 1,                              -- 1: as the program declares it
  updated_at    timestamptz not null default now(),
  updated_by    text not null default 'retaguarda',
  check (enabled = (paused_at is null))
);
call protect('cron_task');
grant select, insert, update on cron_task to retaguarda_app;

-- owner: cron_tasks
create table cron_run (
  id          bigint generated always as identity primary key,
  company_id  int not null default 1 references company check (company_id = 1),
  task_id     uuid not null references cron_task,
  number      int not null,
  trigger     text not null check (trigger in ('clock', 'person')),
  asked_by    text,
  planned_for timestamptz not null,
  missed      int not null default 0,  -- planned runs that this one stands for
  status      text not null check (status in ('waiting', 'running', 'succeeded', 'failed', 'missed', 'skipped')),
  attempts    int not null default 0,
  job_id      bigint,
  worker      text,
  started_at  timestamptz,
  ended_at    timestamptz,
  output      text check (length(output) <= 4000),
  error       text check (length(error) <= 2000),
  check ((trigger = 'person') = (asked_by is not null))
);
-- One run for each moment of the schedule, whatever the clocks do.
create unique index cron_run_planned on cron_run (task_id, planned_for) where trigger = 'clock';
create index cron_run_latest on cron_run (task_id, id desc);
create index cron_run_open on cron_run (task_id) where status in ('waiting', 'running');
call protect('cron_run');
grant select, insert, update, delete on cron_run to retaguarda_app;


-- ---------- postal ----------------------------------------------------------------------------------------------

-- owner: postal
create table postal_code (
  code       char(8) primary key check (code ~ '^[0-9]{8}$'),
  address    jsonb,  -- null: there is no such postal code
  expires_at timestamptz not null
);
create index postal_code_expires on postal_code (expires_at);
grant select, insert, update, delete on postal_code to retaguarda_app;


-- ---------- accounts --------------------------------------------------------------------------------------------

-- owner: accounts
-- A part of a company's money under a name of its own: an account of the ledger with the code sub.<number>.
create table sub_account (
  company_id int not null references company,
  number     int not null check (number between 1 and 999),
  alias      text not null check (length(alias) between 1 and 60),
  created_by text not null,
  created_at timestamptz not null default now(),
  closed_by  text,
  closed_at  timestamptz,
  most_once  bigint check (most_once > 0),
  most_day   bigint check (most_day > 0),
  primary key (company_id, number),
  check ((closed_at is null) = (closed_by is null)),
  constraint sub_account_limits check (most_once <= most_day)
);
create unique index sub_account_alias on sub_account (company_id, lower(alias)) where closed_at is null;
call protect('sub_account');
grant select, insert, update on sub_account to retaguarda_app;


-- ---------- payin/processors ------------------------------------------------------------------------------------

-- owner: payin/processors
create table pix_connection (
  id                     uuid primary key,
  company_id             int not null references company,
  name                   text not null check (length(name) <= 100),
  base_url               text not null,
  token_url              text not null,
  client_id              text not null,
  client_secret          sealed not null,                -- sealed with the server's key
  pix_key                text not null check (length(pix_key) <= 77),
  webhook_secret         bytea not null unique,          -- sha-256 of the secret in our webhook's address
  reconciled_until       timestamptz not null default now(),
  enabled                boolean not null default true,
  created_at             timestamptz not null default now(),
  -- Where the money of a recurring charge arrives (API Pix: recebedor); none: the connection makes no recurring charges.
  account_branch         text check (length(account_branch) <= 4),
  account_number         text check (length(account_number) between 1 and 20),
  account_type           text check (account_type in ('CORRENTE', 'POUPANCA', 'PAGAMENTO')),
  settings_name          text unique,                    -- the settings know it by this name; null: staff wrote it down
  priority               int not null default 100 check (priority between 1 and 999),
  version                int not null default 1,
  ready                  boolean not null default true,  -- its credentials were accepted once
  test_asked_at          timestamptz,
  tested_at              timestamptz,
  tested_ms              int,
  test_error             text check (length(test_error) <= 500),
  pending                sealed,                         -- credentials that wait for their test, sealed
  pending_by             text,
  pending_at             timestamptz,
  pending_error          text check (length(pending_error) <= 500),
  certificate            text,                           -- PEM, as the provider asks for mutual TLS
  certificate_key        sealed,                         -- sealed
  certificate_subject    text,
  certificate_expires_at timestamptz,
  believed               boolean not null default true,  -- since its address and key are these
  constraint pix_connection_account check ((account_number is null) = (account_type is null)),
  constraint pix_connection_pending check ((pending is null) = (pending_at is null) and (pending is null) = (pending_by is null)),
  constraint pix_connection_certificate
    check ((certificate is null) = (certificate_key is null) and (certificate is null) = (certificate_expires_at is null)),
  constraint pix_connection_believed check (believed or not enabled)
);
create unique index pix_connection_name on pix_connection (lower(name));
-- Two connections to one account would both take its payments for theirs.
create unique index pix_connection_key on pix_connection (base_url, pix_key);
call protect('pix_connection');
grant select, insert, update on pix_connection to retaguarda_app;

-- owner: provider_accounts
-- How its calls ended, by minute; added up in the process that makes them and written every few seconds.
create table processor_minute (
  company_id    int not null default 1 references company,
  connection_id uuid not null references pix_connection,
  at            timestamptz not null,
  answered      int not null check (answered >= 0),
  refused       int not null check (refused >= 0),  -- understood, and refused
  failed        int not null check (failed >= 0),   -- no answer, or none of use
  total_ms      bigint not null check (total_ms >= 0),
  slowest_ms    int not null check (slowest_ms >= 0),
  last_error    text check (length(last_error) <= 200),
  primary key (connection_id, at)
);
create index processor_minute_age on processor_minute (at);
call protect('processor_minute');
grant select, insert, update, delete on processor_minute to retaguarda_app;


-- ---------- payin/settings --------------------------------------------------------------------------------------

-- owner: payin/settings
-- The row of company 1 holds for every merchant without one of its own.
create table payin_setting (
  company_id   int primary key references company,
  basis_points int check (basis_points between 0 and 10000),
  minimum      bigint check (minimum > 0),
  expires_in   int check (expires_in between 60 and 2592000),  -- seconds
  valid_days   int check (valid_days between 0 and 10000),     -- after the due date
  version      int not null default 0
);
call protect('payin_setting');
grant select, insert, update, delete on payin_setting to retaguarda_app;

-- owner: payin/settings
create table payin_method (
  company_id   int not null references company,
  method       text not null check (method in ('immediate', 'due', 'static', 'automatic')),
  accepted     boolean,
  basis_points int check (basis_points between 0 and 10000),
  fixed        bigint check (fixed between 0 and 100000),
  primary key (company_id, method),
  check (num_nonnulls(accepted, basis_points, fixed) > 0)
);
call protect('payin_method');
grant select, insert, update, delete on payin_method to retaguarda_app;


-- ---------- payin/rules -----------------------------------------------------------------------------------------

-- owner: payin/rules
create table payin_rule_version (
  company_id   int not null default 1 references company,
  id           uuid primary key,
  number       int not null unique check (number > 0),
  name         text not null check (length(name) between 1 and 80),
  status       text not null default 'draft' check (status in ('draft', 'approved', 'active', 'retired', 'discarded')),
  groups       jsonb not null check (jsonb_typeof(groups) = 'array'),
  revision     int not null default 1,
  writers      uuid[] not null check (cardinality(writers) > 0),
  written_by   text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  approver     uuid,
  approved_by  text,
  approved_at  timestamptz,
  activated_by text,
  activated_at timestamptz,
  -- Whoever wrote any of it does not approve it.
  constraint payin_rule_version_two_people check (approver <> all (writers)),
  check ((approver is null) = (approved_at is null)),
  check (status in ('draft', 'discarded') or approver is not null),
  check (status not in ('active', 'retired') or activated_at is not null)
);
create unique index payin_rule_version_active on payin_rule_version ((true)) where status = 'active';
call protect('payin_rule_version');
grant select, insert, update on payin_rule_version to retaguarda_app;


-- ---------- payin/locations -------------------------------------------------------------------------------------

-- owner: payin/locations
create table payload_location (
  company_id    int not null references company,
  id            uuid not null,
  connection_id uuid not null references pix_connection,
  processor     text not null,
  name          text not null check (length(name) between 1 and 60),
  kind          text not null check (kind in ('immediate', 'due')),
  status        text not null check (status in ('created', 'free', 'linking', 'linked', 'unlinking', 'failed')),
  number        bigint,  -- the provider's, API Pix: loc.id
  location      text check (length(location) <= 77),
  br_code       text,
  charge_id     uuid,
  attempts      int not null default 0,
  last_error    text,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  primary key (company_id, id),
  unique (connection_id, number),
  check ((status in ('created', 'failed')) = (number is null)),
  check ((status in ('linking', 'linked', 'unlinking')) = (charge_id is not null))
);
create index payload_location_by_time on payload_location (company_id, created_at, id);
create index payload_location_of_all_by_time on payload_location (created_at, id);
-- The code of a charge leads to one place.
create unique index payload_location_charge on payload_location (company_id, charge_id) where charge_id is not null;
call protect('payload_location');
grant select, insert, update on payload_location to retaguarda_app;


-- ---------- payin/charges ---------------------------------------------------------------------------------------

-- owner: payin/charges
create table charge (
  company_id          int not null,
  id                  uuid not null,
  connection_id       uuid not null,
  processor           text not null,
  txid                text not null,
  status              text not null,
  amount              bigint not null,
  currency            ledger_currency not null,
  paid                bigint not null default 0,
  fee                 bigint not null default 0,
  refunded            bigint not null default 0,
  payer_name          text,
  payer_document      text,
  reference           text,
  description         text,
  created_at          timestamptz not null default now(),
  expires_at          timestamptz not null,
  paid_at             timestamptz,
  end_to_end_id       text,
  location            text,
  br_code             text,
  cancel_requested_at timestamptz,
  attempts            int not null default 0,
  last_error          text,
  created_by          uuid,
  kind                text not null default 'immediate',
  due_date            date,
  valid_days          int,                             -- after the due date
  terms               jsonb,                           -- multa, juros, abatimento, desconto as in CobVValor
  payer_address       jsonb,                           -- logradouro, cidade, uf, cep, email
  revision            int not null default 0,
  revising            jsonb,                           -- what was asked for and the provider has not agreed to
  revision_error      text,
  static_code         uuid,
  batch               uuid,
  batch_line          int,
  -- Who gets what of the charge, as it was agreed; null: all of it is the merchant's.
  split               jsonb,
  rule                text,                            -- the rule it met
  held                boolean not null default false,  -- what is paid for it waits for a person
  tried               uuid[] not null default '{}',    -- processors that said no before
  primary key (company_id, id),
  unique (connection_id, txid)
);
create index charge_by_time on charge (company_id, created_at, id);
create index charge_by_amount on charge (company_id, amount, id);
create index charge_by_status on charge (company_id, status, created_at, id);
create index charge_of_all_by_time on charge (created_at, id);
create index charge_by_end_to_end_id on charge (end_to_end_id) where end_to_end_id is not null;
create index charge_by_document on charge (company_id, payer_document) where payer_document is not null;
create index charge_open on charge (expires_at) where status in ('created', 'pending');
create index charge_of_static_code on charge (company_id, static_code) where static_code is not null;
create unique index charge_of_batch on charge (company_id, batch, batch_line) where batch is not null;
create index charge_revising on charge (created_at) where revising is not null;
create index if not exists charge_cancelling on charge (cancel_requested_at)
  where cancel_requested_at is not null and status in ('created', 'pending');
create index if not exists charge_by_reference_of on charge (reference, company_id) where reference is not null;
call protect('charge');
grant select, insert, update on charge to retaguarda_app;

-- owner: payin/charges
-- A charge that went to another processor and may stand at the first one too, until that has withdrawn it.
create table charge_leftover (
  company_id    int not null references company,
  charge_id     uuid not null,
  connection_id uuid not null references pix_connection,
  created_at    timestamptz not null default now(),
  done_at       timestamptz,
  outcome       text check (length(outcome) <= 100),
  last_error    text check (length(last_error) <= 500),
  primary key (company_id, charge_id, connection_id),
  foreign key (company_id, charge_id) references charge,
  check ((done_at is null) = (outcome is null))
);
create index charge_leftover_open on charge_leftover (created_at) where done_at is null;
call protect('charge_leftover');
grant select, insert, update on charge_leftover to retaguarda_app;

-- owner: payin/charges
-- Raw words to and from the provider, credentials taken out.
create table provider_message (
  company_id    int not null,
  id            uuid not null,
  connection_id uuid not null,
  charge_id     uuid,
  at            timestamptz not null default clock_timestamp(),
  direction     text not null check (direction in ('in', 'out')),
  method        text not null,
  url           text not null,
  status        int,
  request       jsonb,
  response      jsonb,
  error         text,
  duration_ms   int,
  primary key (company_id, id)
);
create index provider_message_charge on provider_message (company_id, charge_id, at);
call protect('provider_message');
grant select, insert on provider_message to retaguarda_app;


-- ---------- payin/static_codes ----------------------------------------------------------------------------------

-- owner: payin/static_codes
create table static_code (
  company_id    int not null references company,
  id            uuid not null,
  connection_id uuid not null references pix_connection,
  txid          text not null check (txid ~ '^[a-zA-Z0-9]{1,25}$'),
  name          text not null check (length(name) between 1 and 60),
  amount        bigint check (amount > 0),  -- null: the payer says how much
  currency      ledger_currency not null,
  message       text check (length(message) <= 25),
  br_code       text not null,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  disabled_at   timestamptz,
  split         jsonb,                      -- of every payment made with it
  primary key (company_id, id),
  unique (connection_id, txid),
  constraint static_code_split check (jsonb_typeof(split -> 'parts') = 'array')
);
create index static_code_by_time on static_code (company_id, created_at, id);
call protect('static_code');
grant select, insert, update on static_code to retaguarda_app;


-- ---------- payin/batches ---------------------------------------------------------------------------------------

-- owner: payin/batches
create table charge_batch (
  company_id    int not null references company,
  id            uuid not null,
  number        int generated by default as identity unique,  -- the id of the lote at the provider
  connection_id uuid not null references pix_connection,
  description   text not null check (length(description) between 1 and 60),
  status        text not null default 'sending' check (status in ('sending', 'processing', 'done', 'failed')),
  total         int not null check (total between 1 and 5000),
  amount        bigint not null check (amount > 0),
  currency      ledger_currency not null,
  made          int not null default 0,
  denied        int not null default 0,
  attempts      int not null default 0,
  last_error    text,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  finished_at   timestamptz,
  primary key (company_id, id),
  check (made >= 0 and denied >= 0 and made + denied <= total),
  check (status <> 'done' or made + denied = total)
);
create index charge_batch_by_time on charge_batch (company_id, created_at, id);
call protect('charge_batch');
grant select, insert, update on charge_batch to retaguarda_app;

-- owner: payin/batches
-- The lines of a batch may go to several banks. At each of them they are a batch of its own; at the one that charge_batch names,
-- by its own number.
create table charge_batch_part (
  company_id    int not null references company,
  batch         uuid not null,
  connection_id uuid not null references pix_connection,
  number        int not null unique,  -- the id of the lote there
  primary key (company_id, batch, connection_id),
  foreign key (company_id, batch) references charge_batch
);
call protect('charge_batch_part');
grant select, insert on charge_batch_part to retaguarda_app;


-- ---------- payin/payments --------------------------------------------------------------------------------------

-- owner: payin/payments
-- Each Pix that came in, once: the endToEndId decides.
create table pix_payment (
  company_id     int not null,
  end_to_end_id  text not null primary key check (end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  connection_id  uuid not null,
  charge_id      uuid,
  txid           text,
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  fee            bigint not null default 0 check (fee >= 0),
  refunded       bigint not null default 0 check (refunded between 0 and amount),
  paid_at        timestamptz not null,
  payer_name     text,
  payer_document text,
  status         text not null,
  review_reason  text,
  received_at    timestamptz not null default now(),
  -- Whether it was split among recipients, and whether they gave back for it.
  parted         boolean not null default false,
  constraint pix_payment_status_check
  check (status in ('settled', 'under_review', 'returned', 'unidentified')),
  constraint pix_payment_review_reason_check
  check (review_reason in ('unknown_charge', 'amount_differs', 'duplicate', 'late', 'account_blocked', 'rule'))
);
create index pix_payment_charge on pix_payment (company_id, charge_id);
create index pix_payment_review on pix_payment (company_id, received_at, end_to_end_id) where status = 'under_review';
-- What came in a window of any hour, of all companies; payments arrive in the order of time, so that a range of blocks is enough.
create index pix_payment_by_time on pix_payment using brin (received_at) with (pages_per_range = 16);
call protect('pix_payment');
grant select, insert, update on pix_payment to retaguarda_app;


-- ---------- payin/refunds ---------------------------------------------------------------------------------------

-- owner: payin/refunds
create table refund (
  company_id    int not null references company,
  id            uuid not null,
  charge_id     uuid,
  end_to_end_id text not null references pix_payment,
  provider_id   text not null check (provider_id ~ '^[a-zA-Z0-9]{1,35}$'),  -- id of the devolução, ours
  rtr_id        text unique,
  amount        bigint not null check (amount > 0),
  currency      ledger_currency not null,
  status        text not null check (status in ('requested', 'processing', 'settled', 'failed')),
  reason        text,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  settled_at    timestamptz,
  attempts      int not null default 0,
  last_error    text,
  parted        boolean not null default false,
  carried       bigint not null default 0 check (carried between 0 and amount),
  -- A refund of a case takes what the case has set aside.
  nature        text not null default 'ORIGINAL' check (nature in ('ORIGINAL', 'MED_FRAUDE', 'MED_OPERACIONAL')),
  med_case      uuid,
  hold_key      text,
  primary key (company_id, id),
  unique (end_to_end_id, provider_id),
  foreign key (company_id, charge_id) references charge,
  constraint refund_of_case check ((med_case is null) = (nature = 'ORIGINAL') and (med_case is null) = (hold_key is null))
);
create index refund_charge on refund (company_id, charge_id);
create index refund_open on refund (created_at) where status in ('requested', 'processing');
-- One at a time, so that a case is not paid twice.
create unique index refund_med_case_open on refund (company_id, med_case) where med_case is not null and status in ('requested', 'processing');
create index refund_med_case_of on refund (company_id, med_case) where med_case is not null;
call protect('refund');
grant select, insert, update on refund to retaguarda_app;


-- ---------- payin/disputes --------------------------------------------------------------------------------------

-- owner: payin/disputes
create table med_case (
  company_id     int not null references company,
  id             uuid not null,
  end_to_end_id  text not null references pix_payment,
  charge_id      uuid,
  report_id      uuid unique,                                -- of DICT: InfractionReport
  request_id     uuid unique,                                -- of DICT: Refund
  report_status  text check (report_status in ('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED')),
  request_status text check (request_status in ('OPEN', 'CLOSED', 'CANCELLED')),
  reason         text not null check (reason in ('fraud', 'operational_flaw')),
  status         text not null check (status in ('to_answer', 'in_analysis', 'agreed', 'recovering', 'returned', 'partly_returned',
                                                 'disagreed', 'cancelled', 'expired')),
  payer_bank     text not null check (payer_bank ~ '^[0-9A-Z]{8}$'),
  details        text not null check (length(details) <= 2000),
  account        text not null,                              -- of the ledger, where the payment's money lies
  amount         bigint not null check (amount >= 0),        -- at most: what of the payment was not given back when it was reported
  currency       ledger_currency not null,
  asked          bigint not null check (asked > 0),          -- of the payment, or of the request for a refund
  agreed         bigint check (agreed > 0),
  blocked        bigint not null default 0 check (blocked >= 0),
  returned       bigint not null default 0 check (returned >= 0),
  holds          int not null default 0 check (holds >= 0),  -- how many were placed; the last one is open while blocked > 0
  defence        text check (length(defence) between 1 and 2000),
  answered_at    timestamptz,
  answered_by    text,                                       -- empty: nobody answered in time, which counts as a yes
  decision       text check (decision in ('agreed', 'disagreed')),
  decision_note  text check (length(decision_note) between 1 and 2000),
  decided_at     timestamptz,
  decided_by     text,                                       -- empty: the merchant's own yes, or its silence
  opened_at      timestamptz not null,
  heard_at       timestamptz not null default now(),
  due_at         timestamptz,                                -- of what is to be done next
  overdue_at     timestamptz,                                -- when it was told that the time is over
  recover_until  timestamptz not null,
  ended_at       timestamptz,
  told_error     text,
  primary key (company_id, id),
  foreign key (company_id, charge_id) references charge,
  check (report_id is not null or request_id is not null),
  check ((report_id is null) = (report_status is null) and (request_id is null) = (request_status is null)),
  check (returned + blocked <= amount and agreed <= amount),
  check ((decision is null) = (decided_at is null) and (decision is not distinct from 'agreed') = (agreed is not null)),
  check (status not in ('to_answer', 'in_analysis') or decision is null),
  check (status not in ('agreed', 'recovering', 'returned', 'partly_returned', 'expired') or decision = 'agreed'),
  check (status <> 'disagreed' or decision = 'disagreed'),
  check ((ended_at is null) = (status in ('to_answer', 'in_analysis', 'agreed', 'recovering'))),
  check (ended_at is null or blocked = 0),
  check (status <> 'returned' or returned >= agreed)
);
-- One case at a time about a Pix, as DICT takes one report of a transaction at a time.
create unique index med_case_open on med_case (end_to_end_id) where ended_at is null;
create index med_case_by_time on med_case (company_id, opened_at, id);
create index med_case_of_all_by_time on med_case (opened_at, id);
create index med_case_of_charge on med_case (company_id, charge_id);
create index med_case_of_payment on med_case (end_to_end_id);
create index med_case_due on med_case (due_at) where ended_at is null;
call protect('med_case');
grant select, insert, update on med_case to retaguarda_app;


-- ---------- payin/splits ----------------------------------------------------------------------------------------

-- owner: payin/splits
-- One row for everybody who got a part of a payment, the merchant too.
create table payment_share (
  company_id          int not null references company,
  payment             text not null,                                     -- endToEndId of a Pix, id of what a return file paid
  place               int not null check (place between 0 and 20),       -- in the split; 0: the merchant, who is not named in it
  recipient_id        uuid,                                              -- null: the merchant
  charge_id           uuid,
  kind                text not null check (kind in ('fixed', 'percent', 'remainder')),
  value               bigint not null check (value >= 0),                -- minor units, or basis points
  amount              bigint not null check (amount >= 0),
  currency            ledger_currency not null,
  fee                 bigint not null check (fee between 0 and amount),  -- of the payment's fee
  rounding            boolean not null,                                  -- takes the odd cents
  reduced             boolean not null,                                  -- too little came in: less than was agreed
  paid_at             timestamptz not null,
  recurring_charge_id uuid,
  primary key (company_id, payment, place),
  unique nulls not distinct (company_id, payment, recipient_id),
  foreign key (company_id, charge_id) references charge,
  constraint payment_share_of_one check (num_nonnulls(charge_id, recurring_charge_id) = 1)
);
create index payment_share_of on payment_share (company_id, recipient_id, paid_at, payment) include (amount, fee)
  where recipient_id is not null;
create index payment_share_charge on payment_share (company_id, charge_id);
call protect('payment_share');
grant select, insert on payment_share to retaguarda_app;

-- owner: payin/splits
create table refund_share (
  company_id int not null references company,
  refund_id  uuid not null,
  payment    text not null,
  place      int not null,
  amount     bigint not null check (amount > 0),
  currency   ledger_currency not null,
  carried    bigint not null check (carried between 0 and amount),  -- the recipient had no more: the merchant bears it
  primary key (company_id, refund_id, place),
  foreign key (company_id, refund_id) references refund,
  foreign key (company_id, payment, place) references payment_share
);
create index refund_share_payment on refund_share (company_id, payment, place);
call protect('refund_share');
grant select, insert on refund_share to retaguarda_app;


-- ---------- payin -----------------------------------------------------------------------------------------------

-- owner: payin
-- Counts and sums by company and day (of the company's time zone), moved by the reader of events.
-- measure: 'charge_<status>' by day of creation; 'received', 'fee', 'refunded' by day of the event.
create table payin_day (
  company_id int not null references company,
  day        date not null,
  measure    text not null,
  count      bigint not null,
  amount     bigint not null,
  primary key (company_id, day, measure)
);
-- The page's merchants side by side come from their days.
create index payin_day_of_all on payin_day (day);
call protect('payin_day');
grant select, insert, update on payin_day to retaguarda_app;


-- ---------- payin/administration --------------------------------------------------------------------------------

-- owner: payin/administration
-- Hours of UTC. charges, charged, converted: charges made in the hour, what they ask for, and how many of them were paid
-- since; payments, received, fees: by the hour of the payment; refunds, refunded: by the hour they were settled in.
create table payin_hour (
  company_id int not null references company,
  hour       timestamptz not null,
  method     text not null,
  processor  text not null,
  charges    bigint not null default 0,
  charged    bigint not null default 0,
  converted  bigint not null default 0,
  payments   bigint not null default 0,
  received   bigint not null default 0,
  fees       bigint not null default 0,
  refunds    bigint not null default 0,
  refunded   bigint not null default 0,
  primary key (company_id, hour, method, processor)
);
create index if not exists payin_hour_automatic on payin_hour (hour) where method = 'automatic';
call protect('payin_hour');
grant select, insert, update on payin_hour to retaguarda_app;

-- owner: payin/administration
-- All companies together, for who sees them all: as quick with a thousand merchants as with one.
create table payin_house_hour (
  hour      timestamptz not null,
  method    text not null,
  processor text not null,
  charges   bigint not null default 0,
  charged   bigint not null default 0,
  converted bigint not null default 0,
  payments  bigint not null default 0,
  received  bigint not null default 0,
  fees      bigint not null default 0,
  refunds   bigint not null default 0,
  refunded  bigint not null default 0,
  primary key (hour, method, processor)
);
alter table payin_house_hour enable row level security;
alter table payin_house_hour force row level security;
create policy owner_all on payin_house_hour to current_user using (true) with check (true);
create policy house on payin_house_hour to retaguarda_app
  using ((select scope_all()) or 1 = any ((select scope_companies())::int[]))
  with check ((select scope_all()));
grant select, insert, update on payin_house_hour to retaguarda_app;

-- owner: payin/administration
-- The transactions whose rows were counted instead of their events; one row.
create table payin_hour_base (
  one      boolean primary key default true check (one),
  snapshot pg_snapshot not null
);
grant select on payin_hour_base to retaguarda_app;


-- ---------- recurrences -----------------------------------------------------------------------------------------

-- owner: recurrences
create table recurrence (
  company_id          int not null references company,
  id                  uuid not null,
  connection_id       uuid not null references pix_connection,
  processor           text not null,
  id_rec              text check (id_rec ~ '^[a-zA-Z0-9]{29}$'),
  status              text not null check (status in ('created', 'pending', 'approved', 'rejected', 'expired', 'cancelled', 'failed')),
  contract            text not null check (length(contract) between 1 and 35),
  object              text check (length(object) between 1 and 35),
  payer_name          text not null check (length(payer_name) between 1 and 140),
  payer_document      text not null,
  periodicity         text not null check (periodicity in ('SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  starts_on           date not null,
  ends_on             date check (ends_on >= starts_on),
  amount              bigint check (amount > 0),
  currency            ledger_currency not null,
  minimum             bigint check (minimum > 0),
  retry_policy        text not null check (retry_policy in ('NAO_PERMITE', 'PERMITE_3R_7D')),
  agreement           text check (length(agreement) between 1 and 60),
  journey             text not null check (journey in ('JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4')),
  charge_id           uuid,
  automatic           boolean not null,
  next_cycle          int not null default 0 check (next_cycle >= 0),
  next_due            date,
  location_id         bigint,
  br_code             text,
  payer_bank          text,
  payer_limit         bigint,
  approved_at         timestamptz,
  ended_at            timestamptz,
  ended_by            text,
  end_code            text,
  end_reason          text,
  new_start           date,
  cancel_requested_at timestamptz,
  tried               boolean not null default false,  -- it may stand at the provider without our knowing its number
  asked_at            timestamptz not null default now(),
  attempts            int not null default 0,
  last_error          text,
  created_at          timestamptz not null default now(),
  created_by          uuid,
  code_wanted_at      timestamptz,                     -- asked for, and not told by the provider yet
  new_location_id     bigint,                          -- made for it; it becomes location_id once the recurrence is there
  split               jsonb,                           -- of the charge of every cycle
  primary key (company_id, id),
  unique (connection_id, id_rec),
  check (amount is null or minimum is null),
  check (not automatic or amount is not null),
  check (status not in ('pending', 'approved') or id_rec is not null),
  foreign key (company_id, charge_id) references charge,
  constraint recurrence_new_location check (new_location_id is null or code_wanted_at is not null),
  constraint recurrence_split check (jsonb_typeof(split -> 'parts') = 'array')
);
create index recurrence_by_time on recurrence (company_id, created_at, id);
create index recurrence_of_all_by_time on recurrence (created_at, id);
create index recurrence_due on recurrence (next_due) where status = 'approved' and automatic;
create index recurrence_open on recurrence (asked_at) where status in ('pending', 'approved');
-- A payer agrees to a contract once: the second would ask for the same money again.
create unique index recurrence_contract on recurrence (company_id, contract, payer_document)
  where status in ('created', 'pending', 'approved');
call protect('recurrence');
grant select, insert, update on recurrence to retaguarda_app;

-- owner: recurrences
create table recurrence_request (
  company_id          int not null references company,
  id                  uuid not null,
  recurrence_id       uuid not null,
  id_solic_rec        text unique check (id_solic_rec ~ '^[a-zA-Z0-9]{29}$'),
  status              text not null check (status in ('created', 'pending', 'sent', 'received', 'rejected', 'accepted', 'expired', 'cancelled', 'failed')),
  bank                text not null check (bank ~ '^[0-9A-Z]{8}$'),
  branch              text check (length(branch) between 1 and 4),
  account             text not null check (length(account) between 1 and 20),
  expires_at          timestamptz not null,
  cancel_requested_at timestamptz,
  attempts            int not null default 0,
  last_error          text,
  created_at          timestamptz not null default now(),
  created_by          uuid,
  primary key (company_id, id),
  foreign key (company_id, recurrence_id) references recurrence
);
-- One active request for a recurrence (API Pix, SolicRecOperacaoInvalida).
create unique index recurrence_request_active on recurrence_request (company_id, recurrence_id)
  where status in ('created', 'pending', 'sent', 'received');
create index recurrence_request_of on recurrence_request (company_id, recurrence_id, created_at);
call protect('recurrence_request');
grant select, insert, update on recurrence_request to retaguarda_app;

-- owner: recurrences
create table recurring_charge (
  company_id          int not null references company,
  id                  uuid not null,
  recurrence_id       uuid not null,
  connection_id       uuid not null references pix_connection,
  txid                text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  status              text not null check (status in ('created', 'pending', 'active', 'paid', 'expired', 'rejected', 'cancelled', 'failed')),
  cycle               int not null check (cycle >= 0),
  due_on              date not null,
  amount              bigint not null check (amount > 0),
  currency            ledger_currency not null,
  info                text check (length(info) between 1 and 140),
  adjusts             boolean not null,
  paid                bigint not null default 0 check (paid >= 0),
  fee                 bigint not null default 0 check (fee >= 0),
  paid_at             timestamptz,
  end_to_end_id       text references pix_payment,
  next_attempt        date,
  tries               int not null default 0,
  retry_on            date,
  ended_at            timestamptz,
  ended_by            text,
  end_code            text,
  end_reason          text,
  cancel_requested_at timestamptz,
  asked_at            timestamptz not null default now(),
  attempts            int not null default 0,
  last_error          text,
  created_at          timestamptz not null default now(),
  created_by          uuid,                            -- null: made by itself
  split               jsonb,                           -- as it was agreed when the charge was made
  rule                text,                            -- the rule it met
  held                boolean not null default false,  -- what is paid for it waits for a person
  primary key (company_id, id),
  unique (connection_id, txid),
  check ((status = 'paid') = (paid > 0)),
  check ((status = 'paid') = (end_to_end_id is not null)),
  foreign key (company_id, recurrence_id) references recurrence,
  constraint recurring_charge_split check (jsonb_typeof(split -> 'parts') = 'array')
);
-- One charge for a cycle, unless it was rejected or cancelled (API Pix, CobROperacaoInvalida).
create unique index recurring_charge_cycle on recurring_charge (company_id, recurrence_id, cycle)
  where status not in ('rejected', 'cancelled', 'failed');
create index recurring_charge_by_time on recurring_charge (company_id, due_on, id);
create index recurring_charge_of_all_by_time on recurring_charge (due_on, id);
create index recurring_charge_made on recurring_charge (company_id, created_at, id);
create index recurring_charge_open on recurring_charge (asked_at) where status in ('pending', 'active');
-- Whose payment a refund gives back.
create index recurring_charge_payment on recurring_charge (end_to_end_id) where end_to_end_id is not null;
call protect('recurring_charge');
grant select, insert, update on recurring_charge to retaguarda_app;

-- owner: recurrences
-- As the provider tells of them, in its order.
create table recurring_attempt (
  company_id    int not null references company,
  charge_id     uuid not null,
  number        int not null check (number >= 0),
  settles_on    date,
  kind          text not null check (length(kind) <= 20),
  end_to_end_id text not null,
  status        text not null check (status in ('requested', 'scheduled', 'paid', 'cancelled', 'rejected', 'expired')),
  code          text,
  reason        text,
  updated_at    timestamptz not null default now(),
  primary key (company_id, charge_id, number),
  foreign key (company_id, charge_id) references recurring_charge
);
create index recurring_attempt_code on recurring_attempt (company_id, code) where code is not null;
call protect('recurring_attempt');
grant select, insert, update on recurring_attempt to retaguarda_app;


-- ---------- bank_files ------------------------------------------------------------------------------------------

-- owner: bank_files
create table return_file (
  company_id       int not null references company,  -- whose charges it is about; the provider's (1): of every merchant
  id               uuid not null,
  name             text not null check (length(name) between 1 and 200),
  size             bigint not null check (size between 1 and 200000000),
  sha256           bytea,                            -- of the whole file, once all of it is here
  status           text not null default 'receiving'
               check (status in ('receiving', 'received', 'parsed', 'applying', 'applied', 'rejected')),
  bank             text,
  bank_name        text,
  layout           text,
  company_document text,
  company_name     text,
  agreement        text,
  sequence         bigint,                           -- the bank's number of the file (NSA)
  generated_on     date,
  total_lines      bigint not null default 0,        -- as their ends count them
  read_lines       bigint not null default 0,        -- while it is read
  lines            bigint,
  entries          bigint,
  amount           bigint,
  paid             bigint,
  fee              bigint,
  said_lines       bigint,                           -- by its trailers; null where they do not say
  said_entries     bigint,
  said_amount      bigint,
  tolerances       jsonb not null default '[]',
  error            jsonb,                            -- why it was rejected: code, line, column, detail
  plan_hash        text,                             -- of the plan a person saw
  plan_changed     boolean not null default false,   -- the plan is another one than the one that was to be applied
  created_at       timestamptz not null default now(),
  created_by       uuid,
  actor            text not null,
  parsed_at        timestamptz,
  applied_at       timestamptz,
  applied_by       text,
  primary key (company_id, id),
  check ((sha256 is null) = (status = 'receiving')),
  check ((error is not null) = (status = 'rejected')),
  check ((applied_at is not null) = (status = 'applied'))
);
-- The same bytes are one file, however often they come.
create unique index return_file_once on return_file (company_id, sha256) where sha256 is not null;
create index return_file_by_time on return_file (company_id, created_at, id);
create index return_file_of_all_by_time on return_file (created_at, id);
call protect('return_file');
grant select, insert, update, delete on return_file to retaguarda_app;

-- owner: bank_files
-- The file as it came; first_line: the number of the first line that begins in this piece.
create table return_piece (
  company_id int not null references company,
  file_id    uuid not null,
  number     int not null,
  bytes      bytea not null check (length(bytes) between 1 and 600000),
  first_line bigint,
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file on delete cascade
);
call protect('return_piece');
grant select, insert, update, delete on return_piece to retaguarda_app;

-- owner: bank_files
create table return_line (
  company_id     int not null references company,  -- of its file
  file_id        uuid not null,
  number         bigint not null,                  -- of its first line in the file
  segment        text not null,
  occurrence     text not null,                    -- as the bank writes it
  meaning        text not null,                    -- in one vocabulary for all banks
  keys           text[] not null,                  -- what we may have called it
  bank_ref       text not null,
  amount         bigint not null,
  paid           bigint not null,
  fee            bigint not null,
  due_on         date,
  occurred_on    date,
  credit_on      date,
  payer_name     text not null,
  payer_document text not null,
  reasons        text not null,
  merchant_id    int references company,           -- whose charge it was found to be about
  charge_id      uuid,
  effect         text not null
              check (effect in ('settle', 'fee', 'review', 'unknown', 'already', 'rejected', 'information')),
  why            text,                             -- of a review
  done_at        timestamptz,                      -- its effect stands
  decision       text,
  decided_by     text,
  decided_at     timestamptz,
  note           text check (length(note) between 1 and 400),
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file,
  foreign key (merchant_id, charge_id) references charge,
  check ((merchant_id is null) = (charge_id is null)),
  check ((why is not null) = (effect = 'review')),
  constraint return_line_decision_check check (decision in ('assigned', 'dismissed', 'credited')),
  constraint return_line_done_check
    check (done_at is null or effect in ('settle', 'fee') or decision in ('dismissed', 'credited')),
  constraint return_line_decided_check
    check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
           and (decision is distinct from 'assigned' or effect = 'settle')
           and (decision is null or done_at is not null))
);
create index return_line_effect on return_line (company_id, file_id, effect, number);
create index return_line_charge on return_line (merchant_id, charge_id) where charge_id is not null;
-- What waits for a person, across files.
create index return_line_waiting on return_line (company_id, file_id, number)
  where effect in ('review', 'unknown') and decision is null;
call protect('return_line');
grant select, insert, update, delete on return_line to retaguarda_app;

-- owner: bank_files
-- A charge that was paid by a title of a bank. A line pays once.
create table boleto_payment (
  company_id      int not null references company,  -- whose charge it is
  id              uuid not null,
  charge_id       uuid not null,
  file_company_id int not null,
  file_id         uuid not null,
  line            bigint not null,
  bank            text not null,
  bank_ref        text not null,
  amount          bigint not null check (amount > 0),
  currency        ledger_currency not null,
  fee             bigint not null check (fee between 0 and amount),
  paid_on         date not null,
  created_at      timestamptz not null default now(),
  primary key (company_id, id),
  unique (file_id, line),
  foreign key (company_id, charge_id) references charge,
  foreign key (file_company_id, file_id, line) references return_line
);
create index boleto_payment_charge on boleto_payment (company_id, charge_id);
create index boleto_payment_title on boleto_payment (bank, bank_ref, paid_on);
call protect('boleto_payment');
grant select, insert on boleto_payment to retaguarda_app;


-- ---------- account/deposits ------------------------------------------------------------------------------------

-- owner: account/deposits
create table deposit (
  id              uuid primary key,
  company_id      int not null references company,  -- the provider's (1) while nobody knows whose it is
  end_to_end_id   text unique references pix_payment,
  status          text not null check (status in ('unidentified', 'credited', 'claimed', 'returning', 'returned')),
  matched_by      text check (matched_by in ('code', 'key', 'person')),
  received_at     timestamptz not null default now(),
  identified_at   timestamptz,
  identified_by   text,
  reason          text check (length(reason) between 1 and 140),
  file_company_id int,
  file_id         uuid,
  line            bigint,
  bank            text,
  bank_ref        text,
  payer_name      text,
  payer_document  text,
  amount          bigint check (amount > 0),
  currency        ledger_currency not null,
  paid_at         timestamptz,
  check ((matched_by is null) = (identified_at is null)),
  check ((company_id = 1) = (matched_by is null)),
  check (status not in ('credited', 'claimed') or matched_by is not null),
  check (status <> 'unidentified' or matched_by is null),
  constraint deposit_line foreign key (file_company_id, file_id, line) references return_line,
  constraint deposit_came_once unique (file_company_id, file_id, line),
  constraint deposit_way check (
    (end_to_end_id is null) = (file_id is not null) and (file_id is null) = (line is null) and (file_id is null) = (file_company_id is null)
    and (file_id is null) = (amount is null) and (file_id is null) = (paid_at is null) and (file_id is null) = (bank is null)
    and (file_id is null or status = 'claimed'))
);
create index deposit_by_time on deposit (company_id, received_at, id);
create index deposit_of_all_by_time on deposit (received_at, id);
create index if not exists deposit_title on deposit (bank, bank_ref, paid_at) where bank is not null;
call protect('deposit');
grant select, insert, update on deposit to retaguarda_app;


-- ---------- account/bank_accounts -------------------------------------------------------------------------------

-- owner: account/bank_accounts
create table bank_account (
  company_id      int not null references company,
  id              uuid not null,
  nickname        text not null check (length(nickname) between 1 and 60),
  kind            text not null check (kind in ('account', 'key')),
  ownership       text not null check (ownership in ('own', 'trusted')),  -- trusted: of somebody else
  ispb            text check (ispb ~ '^[0-9A-Z]{8}$'),
  compe           text check (compe ~ '^[0-9]{3}$'),
  bank_name       text check (length(bank_name) <= 200),
  branch          text check (branch ~ '^[0-9]{1,4}$'),
  number          text check (number ~ '^[0-9]{1,20}$'),  -- with its check digit, where a letter is 0
  account_type    text check (account_type in ('CACC', 'SVGS', 'TRAN')),
  pix_key         text check (length(pix_key) <= 77),
  pix_key_kind    text check (pix_key_kind in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  holder_name     text not null check (length(holder_name) between 1 and 200),
  holder_document text not null check (holder_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  status          text not null check (status in ('pending_verification', 'verified', 'rejected', 'disabled')),
  reason          text check (length(reason) <= 500),     -- why it was rejected
  is_default      boolean not null default false,
  usable_from     timestamptz not null,                   -- end of its cooling-off
  created_at      timestamptz not null default now(),
  created_by      uuid,
  verified_at     timestamptz,
  primary key (company_id, id),
  check ((kind = 'key') = (pix_key is not null and pix_key_kind is not null)),
  check (kind = 'key' or (ispb is not null and branch is not null and number is not null and account_type is not null)),
  check (not is_default or status = 'verified')
);
create unique index bank_account_once on bank_account (company_id, ispb, branch, number)
  where kind = 'account' and status in ('pending_verification', 'verified');
create unique index bank_account_key_once on bank_account (company_id, pix_key)
  where kind = 'key' and status in ('pending_verification', 'verified');
create unique index bank_account_default on bank_account (company_id) where is_default;
create index bank_account_by_time on bank_account (company_id, created_at, id);
call protect('bank_account');
grant select, insert, update on bank_account to retaguarda_app;


-- ---------- payout_engine ---------------------------------------------------------------------------------------

-- owner: payout_engine
-- The row of company 1 holds for every merchant without one of its own.
create table payout_setting (
  company_id        int primary key references company,
  fee               bigint check (fee between 0 and 100000),         -- of each withdrawal, minor units
  most              bigint check (most between 1 and 999999999999),  -- in one withdrawal, minor units
  cooling_off_hours int check (cooling_off_hours between 0 and 720)  -- until a new account may be paid to
);
call protect('payout_setting');
grant select, insert, update on payout_setting to retaguarda_app;

-- owner: payout_engine
create table payout (
  company_id      int not null references company,
  id              uuid not null,
  bank_account_id uuid,                                       -- null: a destination outside the merchant's own accounts
  origin          text not null,
  origin_id       uuid,
  method          text not null default 'pix' check (method in ('pix', 'ted', 'slip', 'internal')),
  status          text not null check (status in
                    ('created', 'queued', 'on_hold', 'pending', 'in_bank_processing', 'blocked',
                     'done', 'failed', 'cancelled', 'rejected')),
  amount          bigint not null check (amount > 0),         -- what arrives
  currency        ledger_currency not null,
  fee             bigint not null check (fee >= 0),           -- what it costs beside that
  -- The beneficiary as it was when this was asked for.
  kind            text not null,
  ispb            text,
  compe           text,
  bank_name       text,
  branch          text,
  number          text,
  account_type    text,
  pix_key         text,
  pix_key_kind    text,
  holder_name     text not null,
  holder_document text not null,
  description     text check (length(description) <= 140),
  scheduled_for   date,
  created_at      timestamptz not null default now(),
  created_by      uuid,
  actor           text not null,
  ended_at        timestamptz,
  end_to_end_id   text,                                       -- of the newest order
  fail_code       text check (length(fail_code) <= 10),
  last_error      text check (length(last_error) <= 500),
  blocked_reason  text check (length(blocked_reason) <= 500),
  queued_reason   text check (queued_reason in ('no_funds', 'window', 'processor_down', 'limit_window')),
  hold_reason     text check (hold_reason in ('risk', 'owner_changed', 'compliance', 'suspect', 'cooling_off', 'under_review')),
  hold_until      timestamptz,                                -- when the clock of the hold ends
  payee_id        uuid,
  destination     bytea check (length(destination) = 32),     -- keyed hash of where it goes, to compare and to count
  document_hash   bytea check (length(document_hash) = 32),   -- keyed hash of the holder's document, to compare with suspects
  external_id     text check (length(external_id) between 1 and 64),  -- the merchant's own, for ever unique
  purpose         text check (length(purpose) <= 40),
  batch_id        uuid,
  batch_line      int check (batch_line > 0),
  replaces        uuid,                                       -- the failed or returned payout that this one repeats
  processor_id    uuid,
  returned        bigint not null default 0,
  returns_due_at  timestamptz,                                -- when the bank is asked next what came back; null: no more
  returns_error   text check (length(returns_error) <= 500),  -- what came back and could not be booked
  primary key (company_id, id),
  foreign key (company_id, bank_account_id) references bank_account,
  constraint payout_origin_check check (origin in ('withdrawal', 'schedule', 'recipient', 'payout', 'batch', 'split')),
  constraint payout_own_account check (origin not in ('withdrawal', 'schedule', 'recipient') or bank_account_id is not null),
  constraint payout_batch_check check ((origin in ('batch', 'split')) = (batch_id is not null) and (batch_id is null) = (batch_line is null)),
  constraint payout_queued_check check ((status = 'queued') = (queued_reason is not null)),
  constraint payout_on_hold_check -- One that a person of the provider looks at waits without a clock.
    check (status <> 'on_hold' or (hold_reason is not null and (hold_until is not null or hold_reason = 'under_review'))),
  constraint payout_batch_line unique (company_id, batch_id, batch_line),
  constraint payout_external_id unique (company_id, external_id),
  constraint payout_recipient_check check (origin <> 'recipient' or origin_id is not null),
  constraint payout_returned check (returned between 0 and amount and (returned = 0 or status = 'done'))
);
create index payout_by_time on payout (company_id, created_at, id);
create index payout_by_status on payout (company_id, status, created_at, id);
create index payout_of_all_by_time on payout (created_at, id);
create index payout_of_account on payout (company_id, bank_account_id);
create index payout_of_origin on payout (company_id, origin_id) where origin_id is not null;
create index payout_open on payout (scheduled_for) where status in ('created', 'blocked');
create index payout_by_end_to_end_id on payout (end_to_end_id) where end_to_end_id is not null;
create index payout_of_day on payout (company_id, scheduled_for) where scheduled_for is not null;
-- What is under way is looked for by the clock.
create index payout_under_way on payout (created_at) where status in ('pending', 'in_bank_processing');
create index payout_returns_due on payout (returns_due_at) where returns_due_at is not null;
call protect('payout');
grant select, insert, update on payout to retaguarda_app;

-- owner: payout_engine
-- Every order given to a bank, written down before the call: a payout's, or the centavo that verifies an account.
create table payout_order (
  company_id      int not null references company,
  id              uuid not null,
  payout_id     uuid,
  bank_account_id uuid,
  attempt         int not null check (attempt between 1 and 9),
  provider_id     text not null unique check (provider_id ~ '^[a-zA-Z0-9]{1,35}$'),
  end_to_end_id   text not null unique check (end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  amount          bigint not null check (amount > 0),
  currency        ledger_currency not null,
  state           text not null default 'sending' check (state in ('sending', 'processing', 'done', 'refused')),
  code            text check (length(code) <= 10),
  reason          text check (length(reason) <= 500),
  created_at      timestamptz not null default clock_timestamp(),
  ended_at        timestamptz,
  primary key (company_id, id),
  foreign key (company_id, payout_id) references payout,
  foreign key (company_id, bank_account_id) references bank_account,
  check ((payout_id is null) <> (bank_account_id is null)),
  check ((ended_at is not null) = (state in ('done', 'refused')))
);
-- Never a second order while the fate of the first is unknown, and none after one that was carried out.
create unique index payout_order_of_payout on payout_order (company_id, payout_id) where state <> 'refused';
create unique index payout_order_of_account on payout_order (company_id, bank_account_id) where state <> 'refused';
create index payout_order_by_payout on payout_order (company_id, payout_id, attempt);
create index payout_order_account on payout_order (company_id, bank_account_id, attempt);
create index payout_order_under_way on payout_order (created_at) where state in ('sending', 'processing');
call protect('payout_order');
grant select, insert, update on payout_order to retaguarda_app;

-- owner: payout_engine
create table payout_return (
  rtr_id      text primary key check (rtr_id ~ '^D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  company_id  int not null references company,
  payout_id uuid not null,
  amount      bigint not null check (amount > 0),
  currency    ledger_currency not null,
  returned_at timestamptz not null,  -- when the bank settled it
  booked_at   timestamptz not null default clock_timestamp(),
  foreign key (company_id, payout_id) references payout
);
create index payout_return_of_payout on payout_return (company_id, payout_id);
call protect('payout_return');
grant select, insert on payout_return to retaguarda_app;


-- ---------- account/scheduling ----------------------------------------------------------------------------------

-- owner: account/scheduling
create table payment_schedule (
  id              uuid primary key,
  company_id      int not null references company,
  name            text not null check (length(name) between 1 and 80),
  bank_account_id uuid not null,
  amount          bigint check (amount > 0),  -- null: all that is available, but what is kept
  keep            bigint not null default 0 check (keep >= 0),
  frequency       text not null check (frequency in ('once', 'daily', 'weekly', 'monthly')),
  starts_on       date not null,
  ends_on         date,
  weekday         int check (weekday between 1 and 7),
  day             int check (day between 1 and 31),
  rule            text not null check (rule in ('previous', 'next', 'none')),
  time_zone       text not null,
  hour            int not null check (hour between 0 and 23),
  status          text not null check (status in ('active', 'paused', 'ended')),
  next_run        timestamptz,
  last_run        timestamptz,
  last_result     text check (last_result in ('requested', 'failed', 'missed', 'skipped')),
  created_at      timestamptz not null default now(),
  created_by      uuid,
  foreign key (company_id, bank_account_id) references bank_account,
  check ((status = 'active') = (next_run is not null)),
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (day is not null)),
  check (ends_on >= starts_on),
  check (frequency <> 'once' or ends_on is null),
  check (amount is null or keep = 0)
);
create index payment_schedule_by_time on payment_schedule (company_id, created_at, id);
create index payment_schedule_due on payment_schedule (next_run) where status = 'active';
call protect('payment_schedule');
grant select, insert, update on payment_schedule to retaguarda_app;

-- owner: account/scheduling
-- A moment of a schedule is claimed by writing it down: whoever comes second finds it taken.
create table payment_schedule_run (
  id          uuid primary key,
  company_id  int not null references company,
  schedule_id uuid not null references payment_schedule,
  planned_for timestamptz not null,
  by_hand     boolean not null default false,
  state       text not null check (state in ('requested', 'failed', 'missed', 'skipped')),
  reason      text check (length(reason) between 1 and 100),
  detail      text check (length(detail) <= 500),
  amount      bigint check (amount > 0),
  payout_id uuid,
  at          timestamptz not null default clock_timestamp(),
  unique (schedule_id, planned_for),
  foreign key (company_id, payout_id) references payout,
  check ((state = 'requested') = (payout_id is not null)),
  check ((state = 'failed') = (reason is not null))
);
call protect('payment_schedule_run');
grant select, insert on payment_schedule_run to retaguarda_app;


-- ---------- account/disputes ------------------------------------------------------------------------------------

-- owner: account/disputes
create table med_claim (
  company_id          int not null references company,
  id                  uuid not null,
  payout_id         uuid not null,
  end_to_end_id       text not null,
  reason              text not null check (reason in ('fraud', 'operational_flaw')),
  status              text not null default 'created'
                      check (status in ('created', 'reported', 'asked', 'returned', 'partly_returned', 'refused', 'cancelled')),
  amount              bigint not null check (amount > 0),
  currency            ledger_currency not null,
  details             text not null check (length(details) between 1 and 2000),
  tried               boolean not null default false,       -- DICT may have been told of the next step
  report_id           uuid unique,                          -- of DICT: InfractionReport
  report_status       text check (report_status in ('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED')),
  request_id          uuid unique,                          -- of DICT: Refund
  answer              text check (length(answer) <= 2000),  -- of the receiver's bank
  rejection           text check (length(rejection) <= 40),
  returned            bigint not null default 0 check (returned between 0 and amount),
  rtr_id              text,
  opened_at           timestamptz not null default now(),
  opened_by           text not null,
  due_at              timestamptz,                          -- until when the receiver's bank has to do the next step
  cancel_requested_at timestamptz,
  ended_at            timestamptz,
  told_error          text check (length(told_error) <= 500),
  primary key (company_id, id),
  foreign key (company_id, payout_id) references payout,
  check ((ended_at is not null) = (status in ('returned', 'partly_returned', 'refused', 'cancelled'))),
  check ((status in ('returned', 'partly_returned')) = (returned > 0) and (returned > 0) = (rtr_id is not null)),
  check (status <> 'returned' or returned = amount)
);
-- One at a time about a Pix, as DICT takes one report of a transaction at a time.
create unique index med_claim_open on med_claim (company_id, payout_id) where ended_at is null;
create index med_claim_by_time on med_claim (company_id, opened_at, id);
create index med_claim_of_all_by_time on med_claim (opened_at, id);
create index med_claim_of_payout on med_claim (company_id, payout_id);
call protect('med_claim');
grant select, insert, update on med_claim to retaguarda_app;


-- ---------- account/notes ---------------------------------------------------------------------------------------

-- owner: account/notes
create table merchant_note (
  company_id   int not null references company,
  id           uuid not null,
  number       int not null,                  -- counted by merchant
  type         text not null check (type in ('credit', 'debit')),
  reason       text not null check (reason in ('fee_correction', 'bank_fee', 'rounding', 'goodwill', 'write_off', 'other')),
  description  text not null check (length(description) between 1 and 140),
  amount       bigint not null check (amount between 1 and 999999999999),
  currency     ledger_currency not null,
  due_date     date not null,                 -- from when it counts, by the merchant's calendar
  status       text not null default 'draft' check (status in ('draft', 'awaiting_approval', 'posted', 'cancelled')),
  makers       uuid[] not null default '{}',  -- who had a hand in it; nobody of these posts it
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


-- ---------- account/statement -----------------------------------------------------------------------------------

-- owner: account/statement
create table transaction_annotation (
  company_id int not null references company,
  id         uuid not null,
  journal_id uuid not null,
  text       text not null check (length(text) between 1 and 500),
  internal   boolean not null,  -- of the provider's people, for themselves
  by_staff   boolean not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, journal_id) references ledger_journal,
  check (by_staff or not internal)
);
create index transaction_annotation_of_journal on transaction_annotation (company_id, journal_id, created_at);
call protect('transaction_annotation');
grant select, insert on transaction_annotation to retaguarda_app;


-- ---------- recipients ------------------------------------------------------------------------------------------

-- owner: recipients
-- Its money lies on the ledger account recipient.<id> of the company.
create table recipient (
  company_id      int not null references company,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  document        text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  status          text not null default 'active' check (status in ('active', 'suspended')),
  reason          text check (length(reason) <= 500),  -- why it is suspended
  bank_account_id uuid not null,
  created_at      timestamptz not null default now(),
  created_by      uuid,
  primary key (company_id, id),
  unique (company_id, document),
  foreign key (company_id, bank_account_id) references bank_account,
  check ((status = 'suspended') = (reason is not null))
);
create index recipient_by_time on recipient (company_id, created_at, id);
create index recipient_of_all_by_time on recipient (created_at, id);
create index recipient_by_bank_account on recipient (company_id, bank_account_id);
call protect('recipient');
grant select, insert, update on recipient to retaguarda_app;

-- owner: recipients
-- A split that is saved under a name, to be picked for a charge.
create table split_rule (
  company_id int not null references company,
  id         uuid not null,
  name       text not null check (length(name) between 1 and 60),
  split      jsonb not null check (jsonb_typeof(split -> 'parts') = 'array'),
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, id),
  unique (company_id, name)
);
create index split_rule_by_time on split_rule (company_id, created_at, id);
call protect('split_rule');
grant select, insert, delete on split_rule to retaguarda_app;


-- ---------- checkout --------------------------------------------------------------------------------------------

-- owner: checkout
-- What stands in the page of a shop: not secret, good for reading one charge at a time, from these origins.
create table checkout_key (
  company_id int primary key references company,
  key        text not null unique check (key ~ '^pk_[A-Za-z0-9_-]{32}$'),
  origins    text[] not null default '{}' check (cardinality(origins) <= 20),
  created_at timestamptz not null default now(),
  created_by text not null
);
call protect('checkout_key');
grant select, insert, update on checkout_key to retaguarda_app;


-- ---------- webhooks --------------------------------------------------------------------------------------------

-- owner: webhooks
create table hook_endpoint (
  company_id      int not null references company,
  id              uuid not null,
  url             text not null check (length(url) between 1 and 500),
  description     text check (length(description) between 1 and 120),
  events          text[] not null check (cardinality(events) between 1 and 50),
  status          text not null default 'enabled' check (status in ('enabled', 'disabled', 'suspended')),
  secret          sealed not null,  -- sealed
  previous_secret sealed,           -- sealed; signs beside the other one until the grace is over
  grace_until     timestamptz,
  failing_since   timestamptz,      -- of the first failure after the last success
  last_success_at timestamptz,
  leased_until    timestamptz,      -- a worker has its turn in hand
  turned_at       timestamptz,
  created_at      timestamptz not null default now(),
  created_by      text not null,
  primary key (company_id, id),
  check ((previous_secret is null) = (grace_until is null))
);
create index hook_endpoint_by_time on hook_endpoint (company_id, created_at, id);
call protect('hook_endpoint');
grant select, insert, update, delete on hook_endpoint to retaguarda_app;

-- owner: webhooks
create table hook_delivery (
  company_id  int not null references company,
  id          uuid not null,
  endpoint_id uuid not null,
  event_id    uuid not null,           -- the same for every endpoint that is told, and at every try
  type        text not null,
  subject_id  text not null,
  body        text not null,           -- to the letter, as it is signed
  status      text not null check (status in ('waiting', 'delivered', 'failed', 'held')),
  attempts    int not null default 0,  -- ever
  tries       int not null default 0,  -- since it was last asked for
  next_at     timestamptz,
  last_status int,
  last_error  text,
  created_at  timestamptz not null default clock_timestamp(),
  ended_at    timestamptz,
  primary key (company_id, id),
  unique (company_id, endpoint_id, event_id),
  foreign key (company_id, endpoint_id) references hook_endpoint on delete cascade,
  check ((status = 'waiting') = (next_at is not null)),
  check ((status in ('delivered', 'failed')) = (ended_at is not null)),
  check (tries <= attempts)
);
create index hook_delivery_due on hook_delivery (company_id, endpoint_id, next_at, id) where status = 'waiting';
create index hook_delivery_by_time on hook_delivery (company_id, created_at, id);
create index hook_delivery_of_endpoint on hook_delivery (company_id, endpoint_id, created_at, id);
create index hook_delivery_of_subject on hook_delivery (company_id, subject_id);
create index hook_delivery_of_all_by_time on hook_delivery (created_at, id);
call protect('hook_delivery');
grant select, insert, update, delete on hook_delivery to retaguarda_app;

-- owner: webhooks
create table hook_attempt (
  company_id  int not null references company,
  delivery_id uuid not null,
  number      int not null check (number > 0),
  at          timestamptz not null,
  duration_ms int not null check (duration_ms >= 0),
  status      int,   -- of the answer; null when there was none
  error       text,  -- why there was none
  answer      text not null check (length(answer) <= 1024),
  primary key (company_id, delivery_id, number),
  foreign key (company_id, delivery_id) references hook_delivery on delete cascade,
  check ((status is null) = (error is not null))
);
call protect('hook_attempt');
grant select, insert, delete on hook_attempt to retaguarda_app;


-- Keys between tables of which each is made before the other.
alter table stored_file add constraint stored_file_company_id_fkey foreign key (company_id) references company(id);
alter table payload_location add constraint payload_location_company_id_charge_id_fkey foreign key (company_id, charge_id) references charge(company_id, id);
alter table charge add constraint charge_company_id_static_code_fkey foreign key (company_id, static_code) references static_code(company_id, id);
alter table charge add constraint charge_company_id_batch_fkey foreign key (company_id, batch) references charge_batch(company_id, id);
alter table refund add constraint refund_med_case foreign key (company_id, med_case) references med_case(company_id, id);
alter table payment_share add constraint payment_share_company_id_recipient_id_fkey foreign key (company_id, recipient_id) references recipient(company_id, id);
alter table payment_share add constraint payment_share_recurring foreign key (company_id, recurring_charge_id) references recurring_charge(company_id, id);

grant usage on sequence
  charge_batch_number_seq, event_id_seq, ledger_account_id_seq, procrastinate_events_id_seq, procrastinate_jobs_id_seq, procrastinate_periodic_defers_id_seq, procrastinate_workers_id_seq, role_id_seq
  to retaguarda_app;

-- The log has a name of its own, and the hours of pay-in count from here.
insert into audit_log default values;
insert into payin_hour_base (snapshot) values (pg_current_snapshot());
insert into event_reader (name, xid) values ('payin.hours', pg_snapshot_xmin(pg_current_snapshot()));
