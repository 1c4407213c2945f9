import type { ReactNode } from 'react'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import type { Approval } from './approvals'

/** For tests of these screens: an approver, and what somebody asks for. */

export const eva: User = {
  id: 'u-eva',
  email: 'eva@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'approvals::requests:read',
    'approvals::requests:decide',
    'approvals::policies:read',
    'approvals::policies:write',
  ],
  internal_user: true,
  sensitive: false,
}

const money = (amount: number) => ({ amount, currency: 'BRL' as const })

export const REQUEST: Approval = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  company_id: 2,
  company_name: 'Loja Aurora',
  command: 'payin:refund:create',
  subject: '0199aaaa-0000-7000-8000-0000000000c1',
  amount: money(4000),
  today: money(900_000),
  input: { amount: money(4000), reason: 'Item em falta' } as never,
  whole_input: null,
  plan: {
    command: 'payin:refund:create',
    merchant: 2,
    changes: [],
    balances: [
      {
        account: 'available',
        posted_before: money(9901),
        posted_after: money(9901),
        held_before: money(0),
        held_after: money(4000),
      },
    ],
    hash: 'x',
    about: 'Maria Exemplo',
    facts: [],
  },
  demands: [
    {
      policy: '0199aaaa-0000-7000-8000-0000000000f1',
      version: 1,
      name: 'Large refunds',
      permission: 'approvals::requests:decide',
      needed: 2,
      distinct_teams: false,
      emergency: null,
    },
  ],
  missing: 2,
  maker: 'ana@merchant.example',
  status: 'awaiting',
  round: 1,
  result: null,
  error: null,
  created_at: '2026-11-20T12:00:00Z',
  planned_at: '2026-11-20T12:00:00Z',
  closed_at: null,
  expires_at: '2026-11-27T12:00:00Z',
  edited_at: null,
  decisions: [],
  delegations: [],
  edits: [],
  others: [],
  may_decide: true,
  may_emergency: false,
  may_cancel: false,
  may_edit: false,
}

export const approvalsArea = () =>
  sectionArea(eva, { 'POST /auth/second-step': { methods: ['totp', 'recovery'], challenge: null } }, () => [
    import('./commands/Approve'),
    import('./commands/acts'),
  ])

export const openAt = (path: string, screens: Record<string, () => ReactNode>) =>
  openUnder('/dashboard/settings/double-approval', path, screens)
