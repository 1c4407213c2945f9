-- What a request that waits for approval reserves: nobody asks for the same money twice while nobody has decided.
set local lock_timeout = '3s';

alter table approval_request
  add column reserves text check (length(reserves) between 1 and 200),  -- of what: pix:<endToEndId>; null: of nothing
  add column reserved bigint check (reserved > 0),                      -- minor units
  add constraint approval_request_reserved check ((reserves is null) = (reserved is null));
create index approval_request_reserves on approval_request (company_id, reserves)
  where state = 'awaiting' and reserves is not null;

-- Minor units. The request that is being done or weighed anew (retaguarda.approval) does not stand in its own way.
create function approval_reserved(p_company int, p_what text) returns bigint
language sql stable set search_path = public as $$
  select coalesce(sum(a.reserved), 0)::bigint from approval_request a
   where a.company_id = p_company and a.reserves = p_what and a.state = 'awaiting' and a.expires_at > now()
     and a.id::text <> coalesce(current_setting('retaguarda.approval', true), '')
$$;
revoke all on function approval_reserved(int, text) from public;
grant execute on function approval_reserved(int, text) to retaguarda_app;
