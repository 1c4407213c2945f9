-- owner: companies
-- Which numbers the companies of this installation take, where the provider has several: a company keeps its number when it moves to another.
-- Without a row they are counted from 2 on.
create table company_range (
  company_id int primary key default 1 references company check (company_id = 1),
  first      int not null check (first >= 2),
  last       int not null,
  constraint company_range_order check (last >= first)
);
call protect('company_range');
grant select on company_range to retaguarda_app;
