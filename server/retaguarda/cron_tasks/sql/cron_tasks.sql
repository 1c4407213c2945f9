call allow_moves('cron_run', 'status',
  'waiting: running failed',
  'running: succeeded failed');
