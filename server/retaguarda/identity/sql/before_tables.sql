-- The mailbox behind an address: ana+loja@x is ana@x, and one large provider reads no dots.
create or replace function mailbox_of(p_email text) returns text language sql immutable parallel safe set search_path = public as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
    from (select split_part(split_part(lower(p_email), '@', 1), '+', 1) as name, split_part(lower(p_email), '@', 2) as domain) parts
$$;
revoke all on function mailbox_of(text) from public;
grant execute on function mailbox_of(text) to retaguarda_app;
