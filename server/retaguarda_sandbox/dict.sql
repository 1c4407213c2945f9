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
