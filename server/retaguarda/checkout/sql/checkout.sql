-- Where the company of a publishable key is served, when that is another installation.
create or replace function checkout_key_moved_to(p_key text) returns text language sql stable security definer set search_path = public as
$$ select cell_moved_to(k.company_id) from checkout_key k where k.key = p_key $$;
revoke all on function checkout_key_moved_to(text) from public;
grant execute on function checkout_key_moved_to(text) to retaguarda_app;
