-- What a company brings was judged where it was written: limits were taken there, rules asked, documents checked. Triggers that would judge
-- it again as if it were new let the rows of that one company pass, in the transaction in which the database's owner takes it in.
-- session_user, not current_user: a definer function that the application calls runs as the owner, and is no import.
create or replace function cell_importing(p_company int) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce(current_setting('retaguarda.importing', true) = coalesce(p_company::text, current_setting('retaguarda.importing', true)), false)
     and current_setting('retaguarda.importing', true) <> ''
     and session_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'public.cell_move'::regclass);
end $$;

-- Those triggers. Each other trigger meets what comes as it meets what is new.
create or replace function cell_passed_triggers() returns table (target text, name text, key text) language sql immutable as $$
  select v.*, coalesce((select k.key from (values ('kyc_proposal', 'subject_company')) k (target, key) where k.target = v.target), 'company_id')
    from (values ('role', 'role_permissions_noted'), ('api_key', 'api_key_shown'), ('approval_request', 'approval_request_made'),
         ('approval_decision', 'approval_decided'), ('approval_delegation', 'approval_delegated'), ('charge', 'named'),
         ('pix_payment', 'pix_payment_bound'), ('payout', 'come_of_lines'), ('payout', 'payout_bound'),
         ('payout', 'payout_fee_promise'), ('payout', 'payout_judged'), ('payout', 'payout_limit_days'),
         ('payout', 'payout_limits_taken'), ('payout_order', 'are_approved'), ('payout_order', 'payout_order_begins_without'),
         ('payout_order', 'payout_order_suspect'), ('payout_order', 'payout_order_trusted'), ('payout_order', 'payout_processor_take'),
         ('merchant_note', 'moves'), ('exchange_operation', 'moves'), ('kyc_document', 'fixed'), ('payout_evidence', 'payout_evidence_moves'),
         ('kyc_proposal', 'proposed')) v (target, name)
$$;

-- Gives each of them its condition, where it has none: rooms make their triggers, and make them anew when their text changes.
create or replace procedure cell_pass_imports() language plpgsql set search_path = public as $$
declare
  t record;
  v_open text;
begin
  for t in
    select pg_get_triggerdef(g.oid) as made, g.tgtype & 1 = 1 as of_row, p.key
      from cell_passed_triggers() p join pg_trigger g on g.tgrelid = to_regclass(p.target) and g.tgname = p.name
     where pg_get_triggerdef(g.oid) !~ 'cell_importing'
  loop
    -- A row of any other company costs one comparison.
    v_open := case when t.of_row
      then format('(current_setting(''retaguarda.importing'', true) is distinct from new.%1$I::text or not cell_importing(new.%1$I))', t.key)
      else '(coalesce(current_setting(''retaguarda.importing'', true), '''') = '''' or not cell_importing(null))' end;
    execute regexp_replace(
      case when t.made ~ ' WHEN \('
        then regexp_replace(t.made, ' WHEN \((.*)\) EXECUTE FUNCTION ', format(' WHEN (%s and (\1)) EXECUTE FUNCTION ', v_open))
        else replace(t.made, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', v_open)) end,
      '^CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
  end loop;
end $$;
