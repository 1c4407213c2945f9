-- What a row tells of a move that is not allowed; ``tg_argv[0]`` is the column of its state.
create or replace function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% does not go from % to %', tg_table_name, to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]
    using errcode = 'RF090';
end $$;

-- The moves that rows of a table may make from state to state, one text for each state that ends: 'draft: approved discarded'. Every
-- other move is refused, whoever writes it and in whatever statement; a state without a text is an end.
create or replace procedure allow_moves(target regclass, state name, variadic moves text[]) language plpgsql as $$
begin
  execute format(
    'create or replace trigger allow_moves before update on %1$s for each row'
    ' when (old.%2$I is distinct from new.%2$I and old.%2$I || '':'' || new.%2$I <> all (%3$L::text[])) execute function refuse_move(%2$L)',
    target, state, move_pairs(moves));
end $$;

-- As allow_moves(), where rows of each kind have states of their own: 'pld opened: investigating'.
create or replace procedure allow_moves_by_kind(target regclass, kind name, state name, variadic moves text[]) language plpgsql as $$
begin
  execute format(
    'create or replace trigger allow_moves before update on %1$s for each row when (old.%2$I is distinct from new.%2$I'
    ' and old.%4$I || '' '' || old.%2$I || '':'' || new.%2$I <> all (%3$L::text[])) execute function refuse_move(%2$L)',
    target, state, move_pairs(moves), kind);
end $$;

-- 'draft: approved discarded' as 'draft:approved' and 'draft:discarded'.
create or replace function move_pairs(moves text[]) returns text[] language sql immutable as $$
  select array_agg(split_part(move, ': ', 1) || ':' || to_state)
    from unnest(moves) move, string_to_table(split_part(move, ': ', 2), ' ') to_state
$$;
