-- What the courts' system remembers: its messages, and what was answered to each.
create table if not exists sandbox.court_message (
    number bigint generated always as identity primary key,
    protocol text not null,
    body text not null,
    signature text not null
);

create table if not exists sandbox.court_answer (
    protocol text primary key,
    answer jsonb not null,
    receipt text not null
);
