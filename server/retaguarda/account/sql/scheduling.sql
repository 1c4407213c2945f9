call append_only('payment_schedule_run');
