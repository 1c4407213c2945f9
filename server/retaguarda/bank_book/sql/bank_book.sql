-- Published: our own ISPB, the base of the provider's CNPJ, as statements name it.
create or replace function house_ispb() returns text language sql stable security definer set search_path = public, pg_temp as
$$ select left(c.document, 8) from company c where c.id = 1 $$;
revoke all on function house_ispb() from public;
grant execute on function house_ispb() to retaguarda_app;

-- The book as people choose from it: we keep accounts too, whether the list names us or not.
create or replace view bank_and_house as
  select ispb, compe, name, long_name, words, pix, ted, listed, branch_most, number_least, number_most, digit_rule, updated_at from bank
  union all
  select left(c.document, 8), null, c.name, c.legal_name, lower(c.name || ' ' || c.legal_name), true, false, true, 4, 2, 12, 'none', c.created_at
    from company c
   where c.id = 1 and not exists (select from bank b where b.ispb = left(c.document, 8));
grant select on bank_and_house to retaguarda_app;
