-- What each merchant may ask for and what it pays, method by method; what it has not of its own is the house's (company 1).
set local lock_timeout = '3s';

alter table payin_setting
  alter column basis_points drop not null,
  add column minimum    bigint check (minimum > 0),
  add column expires_in int check (expires_in between 60 and 2592000),   -- seconds
  add column valid_days int check (valid_days between 0 and 10000),      -- after the due date
  add column version    int not null default 0;

create table payin_method (
  company_id   int not null references company,
  method       text not null check (method in ('immediate', 'due', 'static', 'automatic')),
  accepted     boolean,
  basis_points int check (basis_points between 0 and 10000),
  fixed        bigint check (fixed between 0 and 100000),
  primary key (company_id, method),
  check (num_nonnulls(accepted, basis_points, fixed) > 0)
);
call protect('payin_method');
grant select, insert, update, delete on payin_method to retaguarda_app;

-- What holds for charges of a method. Of the fee the nearest is taken whole: the merchant's of the method, the merchant's, the
-- house's of the method, the house's. The most that a charge asks for stands among the company's limits.
create function payin_terms(p_company int, p_method text) returns table (
  accepted boolean, minimum bigint, maximum bigint, expires_in int, valid_days int, basis_points int, fixed bigint
) language sql stable security definer set search_path = public as $$
  select coalesce(om.accepted, hm.accepted, true),
         coalesce(o.minimum, h.minimum),
         coalesce((select l.amount from company_limit l where l.company_id = p_company and l.kind = 'charge'),
                  (select l.amount from company_limit l where l.company_id = 1 and l.kind = 'charge')),
         coalesce(o.expires_in, h.expires_in, 86400),
         coalesce(o.valid_days, h.valid_days, 30),
         case when num_nonnulls(om.basis_points, om.fixed) > 0 then coalesce(om.basis_points, 0)
              when o.basis_points is not null then o.basis_points
              when num_nonnulls(hm.basis_points, hm.fixed) > 0 then coalesce(hm.basis_points, 0)
              else coalesce(h.basis_points, 99) end,
         case when num_nonnulls(om.basis_points, om.fixed) > 0 then coalesce(om.fixed, 0)
              when o.basis_points is not null then 0
              else coalesce(hm.fixed, 0) end
    from (values (1)) one (one)
    left join payin_setting o on o.company_id = p_company
    left join payin_setting h on h.company_id = 1
    left join payin_method om on om.company_id = p_company and om.method = p_method
    left join payin_method hm on hm.company_id = 1 and hm.method = p_method
$$;
revoke all on function payin_terms(int, text) from public;
grant execute on function payin_terms(int, text) to retaguarda_app;
