call allow_moves('kyc_lead', 'state',
  'new: checking discarded expired',
  'checking: done discarded expired',
  'done: converted discarded expired',
  'discarded: new',
  'expired: new');
