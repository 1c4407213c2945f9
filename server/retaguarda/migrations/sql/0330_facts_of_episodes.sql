-- An episode keeps the values at the movement with which it began: what each condition says of them is read from its version.
-- Episodes of before keep what was said.
alter table pld_backtest_episode
  alter column why drop not null,
  add column facts jsonb check (jsonb_typeof(facts) = 'object'),
  add constraint pld_backtest_episode_explained check (num_nonnulls(why, facts) = 1);
