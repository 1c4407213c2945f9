-- Every merchant's statement names the provider, whose row they do not see.
create or replace function statement_keeper() returns table (legal_name text, document text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.legal_name, c.document from company c where c.id = 1
$$;
revoke all on function statement_keeper() from public;
grant execute on function statement_keeper() to retaguarda_app;

call append_only('transaction_annotation');
