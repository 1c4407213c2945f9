call allow_moves('payin_rule_version', 'status',
  'draft: approved discarded',
  'approved: active',
  'active: retired',
  -- One that worked before may work again.
  'retired: active');

call allow_moves('payload_location', 'status',
  'created: free failed',
  'free: linking',
  'linking: linked free',
  'linked: unlinking',
  'unlinking: free linked');

call allow_moves('charge', 'status',
  'created: pending failed cancelled expired paid under_review',
  'pending: paid under_review expired cancelled failed',
  -- Money comes for charges that are over, too.
  'expired: paid under_review',
  'cancelled: paid under_review',
  'failed: created paid under_review',
  'under_review: paid partially_refunded refunded',
  'paid: partially_refunded refunded',
  'partially_refunded: refunded',
  -- A second payment of a charge whose first one went back.
  'refunded: partially_refunded');

call allow_moves('charge_batch', 'status',
  'sending: processing failed',
  'processing: done failed');

call allow_moves('pix_payment', 'status',
  'under_review: settled returned',
  'unidentified: settled returned');

call allow_moves('refund', 'status',
  'requested: processing settled failed',
  'processing: settled failed');

call allow_moves('med_case', 'status',
  'to_answer: in_analysis agreed disagreed returned partly_returned cancelled expired',
  'in_analysis: agreed disagreed returned partly_returned cancelled expired',
  'agreed: recovering returned partly_returned cancelled expired',
  'recovering: returned partly_returned cancelled expired');
