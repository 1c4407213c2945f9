-- Staff see who was signed in, newest first, and how the times of one person overlap.
create index session_by_time on session (created_at desc, id desc);
create index session_times_of_person on session (person_id, created_at);
