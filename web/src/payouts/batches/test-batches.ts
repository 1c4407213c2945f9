import type { User } from '../../app/state'

/** For tests of batches: who brings and submits them. */
export const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@aurora.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['payout::payment:read', 'payout::payment:write', 'auth::twoFactor'],
  internal_user: false,
  sensitive: false,
}
