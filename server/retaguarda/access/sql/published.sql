-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- approvals: who has seen a key's secret.
-- audit: whether a key acted.
-- foundation: what whoever acts may.
-- identity: opens a call in one query.
create or replace view published.api_key with (security_invoker = true) as
  select id, company_id, role_id, name, hash, expires_at, revoked_at, created_at, shown_to
    from api_key;
grant select on published.api_key to retaguarda_app;

-- approvals: who of a company could decide.
-- identity: opens a call in one query.
-- notifications: who holds a permission.
create or replace view published.person_company with (security_invoker = true) as
  select person_id, company_id
    from person_company;
grant select on published.person_company to retaguarda_app;

-- approvals: who of a company could decide.
-- companies: who looks after a company.
-- foundation: what whoever acts may.
-- identity: opens a call in one query.
-- notifications: who holds a permission.
create or replace view published.person_role with (security_invoker = true) as
  select person_id, role_id, company_id
    from person_role;
grant select on published.person_role to retaguarda_app;

-- companies: who looks after a company.
-- foundation: what whoever acts may.
-- identity: opens a call in one query.
-- notifications: who holds a permission.
create or replace view published.role with (security_invoker = true) as
  select id, company_id, name, permissions, updated_at, second_factor
    from role;
grant select on published.role to retaguarda_app;

-- approvals: who of a company could decide.
create or replace view published.role_permission with (security_invoker = true) as
  select role_id, permission, company_id
    from role_permission;
grant select on published.role_permission to retaguarda_app;

-- identity: opens a call in one query.
create or replace view published.staff_view with (security_invoker = true) as
  select session_id, company_id, logged_at
    from staff_view;
grant select on published.staff_view to retaguarda_app;
