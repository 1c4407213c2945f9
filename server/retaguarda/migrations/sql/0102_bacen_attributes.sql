-- owner: compliance/bacen_attributes
-- What the Central Bank's rules want known of a merchant or a partner: true from a day to a day, and known from a moment to a moment.
-- Of the provider: row security hides it from merchants.
create table bacen_attribute (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid primary key,
  subject_company int not null references company,
  subject         text not null check (subject ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),  -- CPF or CNPJ of the merchant or partner
  subject_kind    text not null check (subject_kind in ('merchant', 'partner')),
  attribute       text not null check (attribute in ('risk_class', 'activity', 'purpose', 'capacity', 'ubo_complete',
                    'review_date', 'pep', 'pep_office', 'pep_until', 'relationship_start')),
  value           text not null check (length(value) between 1 and 200),
  valid_from      date not null,
  valid_to        date check (valid_to > valid_from),  -- the day from which it holds no more
  source          text not null check (source in ('kyc', 'provider', 'person')),
  source_ref      text not null check (length(source_ref) between 1 and 200),
  state           text not null default 'known' check (state in ('known', 'proposed', 'refused')),
  set_by_id       uuid references person,
  set_by          text not null,
  known_from      timestamptz not null default clock_timestamp(),
  known_to        timestamptz check (known_to >= known_from),  -- the moment since which something else is known
  confirmed_id    uuid references person,
  confirmed_by    text,
  confirmed_at    timestamptz,
  next_review     date,
  check (num_nulls(confirmed_by, confirmed_at) in (0, 2))
);
create index bacen_attribute_of_subject on bacen_attribute (subject_company, subject, attribute, known_from);
create index bacen_attribute_by_time on bacen_attribute (known_from desc, id);
create unique index bacen_attribute_proposed on bacen_attribute (subject_company, subject, attribute) where state = 'proposed';
call protect('bacen_attribute');
grant select, insert, update on bacen_attribute to retaguarda_app;

-- owner: compliance/bacen_attributes
-- A duty of each year (or two), with the figures that were frozen when it was done.
create table bacen_duty (
  company_id int not null default 1 check (company_id = 1),
  kind       text not null check (kind in ('effectiveness_report', 'non_occurrence', 'risk_assessment', 'policy_review')),
  year       int not null check (year between 2020 and 2100),
  id         uuid not null unique,
  due_on     date not null,
  norm       text not null check (length(norm) between 1 and 120),
  figures    jsonb,
  sha256     bytea check (length(sha256) = 32),
  note       text check (length(note) between 3 and 2000),
  done_id    uuid references person,
  done_by    text,
  done_at    timestamptz,
  primary key (kind, year),
  check (num_nulls(figures, sha256, note, done_by, done_at) in (0, 5))
);
call protect('bacen_duty');
grant select, insert, update on bacen_duty to retaguarda_app;

insert into bacen_duty (kind, year, id, due_on, norm)
select d.kind, y.year, gen_random_uuid(), make_date(y.year + 1, d.month, d.day), d.norm
  from (values ('effectiveness_report', 3, 31, 'Circular 3.978/2020, art. 62', 1),
               ('non_occurrence', 1, 15, 'Lei 9.613/1998, art. 11, III', 1),
               ('risk_assessment', 12, 31, 'Circular 3.978/2020, art. 10', 2),
               ('policy_review', 12, 31, 'Circular 3.978/2020, art. 3', 2)) d (kind, month, day, norm, each)
 cross join generate_series(2025, 2032) y (year)
 where y.year % d.each = 0 or d.each = 1;
