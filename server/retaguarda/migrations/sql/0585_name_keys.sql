-- Names find each other by what a score needs, not by every two words that they share: lists grow, and who is compared does not.

-- owner: compliance/screening
-- Null until they are made: whoever was there before is found by the wide keys until then, and so are lists with a lower threshold.
alter table list_entry add column name_keys text[];
create index list_entry_name_keys on list_entry using gin (name_keys) where to_version is null;
create index list_entry_unnamed on list_entry (id) where to_version is null and name_keys is null;

-- owner: compliance/screening
alter table screened_party add column name_keys text[];
create index screened_party_name_keys on screened_party using gin (name_keys);
create index screened_party_unnamed on screened_party (id) where name_keys is null;

-- screening_found_entries() and screening_found_parties() stand in their place.
drop function if exists screening_likely_entries(text[], uuid[]);
drop function if exists screening_likely_parties(text[]);
