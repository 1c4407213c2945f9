-- What a charge and its payment cost beside what they keep: docs/decisions/charges.md has the figures. No rule is given up.
set local lock_timeout = '3s';

-- One row each. Taken for a thousand each, Postgres planned the writing of a charge anew every time.
alter function payin_terms(int, text) rows 1;
alter function pix_connection_by(int, bigint, uuid, uuid) rows 1;
alter function session_open(uuid, text, boolean) rows 1;
alter function key_open(uuid, bytea, text, text) rows 1;
alter function command_open(int, uuid, text) rows 1;

-- They look things up by their keys: a plan for the value at hand is no better, and costs more than the look.
alter function payin_terms(int, text) set plan_cache_mode = force_generic_plan;
alter function pix_connection_by(int, bigint, uuid, uuid) set plan_cache_mode = force_generic_plan;
alter function session_open(uuid, text, boolean) set plan_cache_mode = force_generic_plan;
alter function key_open(uuid, bytea, text, text) set plan_cache_mode = force_generic_plan;
alter function command_open(int, uuid, text) set plan_cache_mode = force_generic_plan;

-- A foreign key locks the row it names, and all charges name the same processor. Neither processors nor companies (0044) are ever
-- deleted; a charge is written by a look at both, and verify looks.
create trigger kept before delete or update of id on pix_connection for each row execute function refuse_change();
alter table charge drop constraint charge_company_id_fkey, drop constraint charge_connection_id_fkey;
alter table pix_payment drop constraint pix_payment_company_id_fkey, drop constraint pix_payment_connection_id_fkey;
