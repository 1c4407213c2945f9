-- What is sealed says so by its type, and names the secret that opens it, so that the secret can be replaced in place.
set local lock_timeout = '3s';

-- Form, id of the secret, nonce, ciphertext with its tag (foundation/keys.py). `secrets rotate` walks every column of it.
create domain sealed as bytea check (length(value) >= 33 and get_byte(value, 0) = 1);

alter table person alter column totp_secret type sealed, alter column totp_pending type sealed;
alter table signing_key alter column private type sealed;
alter table audit_key alter column private type sealed;
alter table pix_connection
  alter column client_secret type sealed, alter column certificate_key type sealed, alter column pending type sealed;
alter table hook_endpoint alter column secret type sealed, alter column previous_secret type sealed;
alter table notification_webhook alter column secret type sealed;

-- Keys that outlive the secret, one a purpose: of hashes that cannot be made anew, and of codes that stand on paper.
create table kept_key (
  purpose    text primary key check (length(purpose) between 1 and 40),
  sealed     sealed not null,
  created_at timestamptz not null default now()
);
grant select, insert on kept_key to retaguarda_app;

-- A private half is sealed anew, or gone; it never comes back.
create or replace function audit_key_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.private is null or old.private is not null)
     and (new.id, new.public, new.created_at) = (old.id, old.public, old.created_at) then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;
