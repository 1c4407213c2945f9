-- What the bank of the exchange remembers: its prices, and the contracts made of them.
create table if not exists sandbox.exchange_quote (
    id text primary key,
    bank text not null,
    asked jsonb not null,
    rate numeric not null,
    until timestamptz not null
);

create table if not exists sandbox.exchange_contract (
    bank text not null,
    key text not null,
    quote text not null references sandbox.exchange_quote,
    -- null: refused, for good
    number text,
    reason text,
    primary key (bank, key)
);
create unique index if not exists exchange_contract_quote on sandbox.exchange_contract (quote) where number is not null;
