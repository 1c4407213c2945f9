-- What the sandbox's DICT knows: reports of infractions, and refunds that were asked for. Made at each start.
create table if not exists sandbox.infraction_report (
    id uuid primary key,
    transaction_id text not null,
    type text not null,
    details text not null,
    status text not null check (status in ('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED')),
    created_at timestamptz not null,
    modified_at timestamptz not null,
    result text,
    result_details text,
    -- what the payer's bank will ask for once we have agreed; none: nothing
    then_asks bigint
);
create index if not exists infraction_report_modified on sandbox.infraction_report (modified_at);

create table if not exists sandbox.refund_request (
    id uuid primary key,
    transaction_id text not null,
    report_id uuid references sandbox.infraction_report,
    reason text not null,
    amount bigint not null check (amount > 0),
    details text not null,
    status text not null check (status in ('OPEN', 'CLOSED', 'CANCELLED')),
    created_at timestamptz not null,
    modified_at timestamptz not null,
    result text,
    result_details text,
    rejection text,
    refund_transaction_id text
);
create index if not exists refund_request_modified on sandbox.refund_request (modified_at);
create index if not exists refund_request_of on sandbox.refund_request (transaction_id);
-- What we sent is reported by us, and is no Pix that came in.
alter table sandbox.infraction_report
    drop constraint if exists infraction_report_transaction_id_fkey,
    add column if not exists ours boolean not null default false;
alter table sandbox.refund_request
    drop constraint if exists refund_request_transaction_id_fkey,
    add column if not exists ours boolean not null default false;
-- Owners of keys that were put in by hand; every other key has an owner that is invented from it (receivers.py).
create table if not exists sandbox.directory_entry (
    key text primary key,
    participant text not null,
    branch text not null,
    account text not null,
    account_type text not null,
    owner_kind text not null check (owner_kind in ('NATURAL_PERSON', 'LEGAL_PERSON')),
    owner_document text not null,
    owner_name text not null,
    created_at timestamptz not null,
    owned_since timestamptz not null,
    counters jsonb not null default '{}'
);
-- Look-ups that a payer has left (ENTRIES_READ_USER_ANTISCAN): 200 takes 1, 404 takes 20, two come back each minute.
create table if not exists sandbox.directory_bucket (
    payer text primary key,
    tokens numeric not null,
    filled_at timestamptz not null
);
