-- The bound is known to hold, so that nothing of the first part is read here: the table is held for a moment.
alter table provider_message rename to provider_message_first;
alter table provider_message_first set schema months;
-- It has the parent's from now on.
drop trigger if exists append_only on months.provider_message_first;
-- owner: payin/processors
create table provider_message (
  like months.provider_message_first including defaults including constraints,
  primary key (company_id, id)
) partition by range (id);
alter table provider_message drop constraint provider_message_first;
create index provider_message_charge on provider_message (company_id, charge_id, at);
call protect('provider_message');
grant select, insert on provider_message to retaguarda_app;
select guard_part('months.provider_message_first');
do $$
declare
  bound uuid := (select substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}')::uuid from pg_constraint
                  where conrelid = 'months.provider_message_first'::regclass and conname = 'provider_message_first');
begin
  -- Of a table that is there, its triggers are known already and made by nobody else.
  if to_regprocedure('provider_message_stays()') is not null then
    create trigger append_only before update or delete on provider_message for each row execute function provider_message_stays();
    create trigger append_only_truncate before truncate on provider_message for each statement execute function refuse_change();
  end if;
  execute format('alter table provider_message attach partition months.provider_message_first for values from (minvalue) to (%L)', bound);
  execute format('alter table provider_message attach partition %s default', make_part('provider_message', 'beyond'));
  while make_next_month() is not null loop
  end loop;
end $$;
