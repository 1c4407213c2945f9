-- What was said with payment providers is cut into months (docs/decisions/partitions.md). The table that is there becomes the first part: all
-- of it lies before the month after next. New rows are held to it from now on; those that are there are looked at by the next migration.
do $$ begin
  execute format('alter table provider_message add constraint provider_message_first check (id < %L) not valid',
                 first_id_of(month_from_now(2)));
end $$;
