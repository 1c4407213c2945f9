-- Staff who look at all companies, and work behind the API, see none that is served by another installation: it has left this one, or is
-- not opened here yet. Tasks that go over all companies by the clock leave out those that are on their way, too. The API itself sees them,
-- so that it can say where they are. Null where there is none.
create or replace function companies_elsewhere() returns int[] language plpgsql stable parallel safe security definer set search_path = public as $$
declare
  work text := coalesce(current_setting('retaguarda.sweeping', true), '');
begin
  if (work = '' and coalesce(current_setting('retaguarda.person', true), '') = '') or to_regclass('public.cell_move') is null then
    return null;
  end if;
  return (select array_agg(m.company_id) from cell_move m
           where m.state in ('released', 'imported') or (m.state = 'refused' and m.receipt is not null)
              or (m.state in ('frozen', 'exported') and work = 'on'));
end $$;
revoke all on function companies_elsewhere() from public;
grant execute on function companies_elsewhere() to retaguarda_app;

create or replace function companies_here() returns int[] language plpgsql stable parallel safe security definer set search_path = public as $$
begin
  return (select array_agg(c.id) from company c where c.id <> all (companies_elsewhere()));
end $$;
revoke all on function companies_here() from public;
grant execute on function companies_here() to retaguarda_app;
