import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { texts } from '../app/i18n'
import { queries } from '../app/queries'
import { parseSearch, stringifySearch } from '../app/search'
import { clearSession, closeAlert, setTokens, setUser, type User } from '../app/state'
import { createStore, useStore } from '../app/store'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from '../app/test-kit'
import { acting, draw, realTexts } from '../app/test-page'
import type { Approval } from './approvals'

/** For tests of these screens: an approver, an address, and a server that answers what a test says. */

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
  input: { amount: money(4000), reason: 'Item em falta' } as never,
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
  maker: 'ana@merchant.example',
  status: 'awaiting',
  round: 1,
  result: null,
  error: null,
  created_at: '2026-11-20T12:00:00Z',
  planned_at: '2026-11-20T12:00:00Z',
  closed_at: null,
  expires_at: '2026-11-27T12:00:00Z',
  decisions: [],
  others: [],
  may_decide: true,
  may_emergency: false,
  may_cancel: false,
}

interface Sent {
  call: string
  body: unknown
}

const shown = createStore({ open: true })

class Unseeing {
  observe = () => undefined
  disconnect = () => undefined
}

export function approvalsArea() {
  const answers = new Map<string, Response | object>()
  const area = {
    sent: [] as Sent[],
    bodies: (call: string) => area.sent.filter((one) => one.call === call).map(({ body }) => body),
    answer: (call: string, answering: Response | object) => answers.set(call, answering),
  }
  const handler = async ({ request }: { request: Request }) => {
    const call = `${request.method} ${decodeURIComponent(new URL(request.url).pathname)}`
    const text = await request.text()
    area.sent.push({ call, body: text ? JSON.parse(text) : null })
    const answered = answers.get(call) ?? refused(500, 'unexpected_error', `no answer: ${call}`)
    if (answered instanceof Response) return answered as HttpResponse<null>
    const total = Array.isArray(answered) ? { 'X-Total': String(answered.length) } : undefined
    return HttpResponse.json<never>(answered as never, { headers: total })
  }
  fakeNetwork(http.all('*/v1/*', handler), http.all('*/auth/*', handler))
  // What a browser fetches on touch is there at once, so that no test waits for it.
  beforeAll(() =>
    Promise.all([
      realTexts(),
      import('../ui/DialogWindow'),
      import('../ui/SelectPart'),
      import('./commands/Approve'),
      import('./commands/Reject'),
    ]),
  )
  beforeEach(async () => {
    queries.clear()
    clearSession()
    closeAlert()
    await texts.changeLanguage('en')
    setTokens(madeToken(600), 'r1')
    setUser(eva)
    shown.set({ open: true })
    area.sent.length = 0
    answers.clear()
    area.answer('POST /auth/second-step', { methods: ['totp', 'recovery'], challenge: null })
    vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
  })
  // What stands in a portal must go before the page of the test does.
  afterEach(() => acting(() => shown.set({ open: false })))
  return area
}

function Place() {
  return useStore(shown, ({ open }) => open) ? <Outlet /> : null
}

const BASE = '/dashboard/settings/double-approval'

/** Opens an address under double approval, with these screens there. */
export async function openAt(path: string, screens: Record<string, () => ReactNode>): Promise<AnyRouter> {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queries}>
        <Place />
      </QueryClientProvider>
    ),
    notFoundComponent: () => null,
  })
  const routes = Object.entries(screens).map(([at, component]) =>
    createRoute({ getParentRoute: () => root, path: `${BASE}${at}`, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`${BASE}${path}`] }),
  })
  await router.load()
  await draw(<RouterProvider router={router as never} />)
  return router
}
