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

/** For tests of these screens: an administrator, an address, and a server that answers what a test says. */

export const gil: User = {
  id: 'u-gil',
  email: 'gil@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'rbac::users:read',
    'rbac::users:write',
    'rbac::roles:read',
    'rbac::roles:write',
    'rbac::keys:read',
    'rbac::keys:write',
    'payin::payment:read',
    'payin::charge:write',
  ],
  internal_user: false,
  sensitive: false,
}

interface Sent {
  call: string
  body: unknown
  query: URLSearchParams
  key: string | null
}

const shown = createStore({ open: true })

class Unseeing {
  observe = () => undefined
  disconnect = () => undefined
}

export function accessArea() {
  const answers = new Map<string, (body: never) => Response | object>()
  const area = {
    sent: [] as Sent[],
    /** Bodies of one call, in order. */
    bodies: (call: string) => area.sent.filter((one) => one.call === call).map(({ body }) => body),
    /** What `METHOD /path` answers from now on: a response, or the body of one; a list also tells its length. */
    answer(call: string, answering: (body: never) => Response | object) {
      answers.set(call, answering)
    },
  }
  const handler = async ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${decodeURIComponent(pathname)}`
    const text = await request.text()
    const body: unknown = text ? JSON.parse(text) : null
    area.sent.push({ call, body, query: searchParams, key: request.headers.get('Idempotency-Key') })
    const answered =
      answers.get(call)?.(body as never) ?? refused(500, 'unexpected_error', `no answer: ${call}`)
    if (answered instanceof Response) return answered as HttpResponse<null>
    const total = Array.isArray(answered) ? { 'X-Total': String(answered.length) } : undefined
    return HttpResponse.json<never>(answered as never, { headers: total })
  }
  // Nobody has saved a view.
  const views = http.get('*/v1/views', () => HttpResponse.json([]))
  fakeNetwork(http.all('*/rbac/*', handler), http.all('*/auth/*', handler), views)

  // What a browser fetches on touch is there at once, so that no test waits for it.
  beforeAll(() =>
    Promise.all([
      realTexts(),
      import('../ui/DialogWindow'),
      import('../ui/SelectPart'),
      import('../ui/MenuPart'),
    ]),
  )
  beforeEach(async () => {
    queries.clear()
    clearSession()
    closeAlert()
    await texts.changeLanguage('en')
    setTokens(madeToken(600), 'r1')
    setUser(gil)
    shown.set({ open: true })
    area.sent.length = 0
    answers.clear()
    area.answer('GET /rbac/companies', () => [gil.company])
    area.answer('POST /auth/second-step', () => ({ methods: ['totp', 'recovery'], challenge: null }))
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

const BASE = '/dashboard/settings/access-control'

/** Opens an address under access control, with these screens there; an address with none shows itself. */
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
    createRoute({ getParentRoute: () => root, path: `${BASE}/${at}`, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`${BASE}/${path}`] }),
  })
  await router.load()
  await draw(<RouterProvider router={router as never} />)
  return router
}

/** Ticks or unticks what stands beside a text. */
export function box(text: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((label) => label.textContent.startsWith(text))
  const input = found?.querySelector('input')
  if (!input) throw new Error(`no box "${text}" in ${document.body.textContent}`)
  return input
}

export async function typeLong(area: HTMLTextAreaElement, text: string): Promise<void> {
  await acting(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
