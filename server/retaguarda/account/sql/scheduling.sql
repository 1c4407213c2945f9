call append_only('payment_schedule_run');

call allow_moves('payment_schedule', 'status',
  'active: paused ended',
  'paused: active ended');
