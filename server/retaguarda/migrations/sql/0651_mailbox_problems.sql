-- What is wrong with a mailbox, or with a file of one, is a code that has its words, with what it is about and what the library said.
alter table mailbox drop constraint if exists mailbox_test_error_check, drop constraint if exists mailbox_look_error_check;
alter table mailbox_file drop constraint if exists mailbox_file_last_error_check;
drop function if exists mailbox_file_going(uuid);
alter table mailbox
  alter column test_error type jsonb
    using case when test_error is not null then jsonb_build_object('code', 'other', 'about', '', 'text', test_error) end,
  alter column look_error type jsonb
    using case when look_error is not null then jsonb_build_object('code', 'other', 'about', '', 'text', look_error) end;
alter table mailbox_file
  alter column last_error type jsonb
    using case when last_error is not null then jsonb_build_object('code', 'other', 'about', '', 'text', last_error) end;
