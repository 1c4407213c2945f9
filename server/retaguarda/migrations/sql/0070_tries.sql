-- A try counts from the moment it is begun, and in all of its buckets at once: otherwise as many as run side by side would each
-- find the count as it was before the others. It is open until it is judged; what was accepted is taken back.
set local lock_timeout = '3s';

alter table refused_try add column open boolean not null default false;
grant update (open) on refused_try to retaguarda_app;

-- begun: when it was counted, and its name in each of the buckets. Null where a window is full: then wait tells the seconds until it
-- has room, or is null where the window is full of tries that are not judged yet, and room may come at any moment.
-- p_locks: each bucket once. Every caller names the person's first, then the address's, then everybody's, so that no two wait for
-- each other, and the one that all share is held for the shortest time.
create function try_begin(p_locks text[], p_buckets text[], p_most int[], p_seconds int[], p_open boolean,
                          out begun timestamptz, out wait int)
language plpgsql as $$
declare
  each text;
  moment timestamptz;
  is_full boolean;
begin
  foreach each in array p_locks loop
    perform pg_advisory_xact_lock(hashtextextended(each, 1));
  end loop;
  -- Read under the locks, and kept: an index is not asked with a clock that moves.
  moment := clock_timestamp();
  select count(*) > 0, ceil(extract(epoch from max(f.free_at - moment) filter (where not f.undecided)))::int
    into is_full, wait
    from unnest(p_buckets, p_most, p_seconds) as l(bucket, most, seconds),
         lateral (select min(r.at) + l.seconds * interval '1 second' as free_at,
                         -- A process that died in the middle judges nothing any more.
                         coalesce(bool_or(r.open and r.at > moment - interval '30 seconds'), false) as undecided
                    from (select t.at, t.open from refused_try t
                           where t.bucket = l.bucket and t.at > moment - l.seconds * interval '1 second'
                           order by t.at desc limit l.most) r
                  having count(*) >= l.most) f;
  if is_full then
    return;
  end if;
  insert into refused_try (bucket, at, open) select unnest(p_locks), moment, p_open;
  begun := moment;
end $$;
