-- owner: payin/charges
-- The words of payers' names, lower-case and without accents: a name is found by parts of it. Row security lets only
-- comparisons that tell nothing use an index, and bounds of a word are such.
create table payer_word (
  company_id int not null references company,
  word       text collate "C" not null check (word ~ '^[a-z0-9]+$'),
  payer_name text not null,
  primary key (company_id, word, payer_name)
);
create index payer_word_of_all on payer_word (word, payer_name);
call protect('payer_word');
grant select, insert on payer_word to retaguarda_app;

create index if not exists charge_by_payer_name on charge (payer_name, company_id) where payer_name is not null;

-- As name_words() says, which is defined after the migrations.
insert into payer_word (company_id, word, payer_name)
select distinct n.company_id, w.word, n.payer_name
  from (select distinct company_id, payer_name from charge where payer_name is not null) n,
       regexp_split_to_table(regexp_replace(normalize(lower(n.payer_name), nfkd), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+') w (word)
 where w.word <> '';
