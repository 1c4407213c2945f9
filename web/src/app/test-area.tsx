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
import { texts } from './i18n'
import { queries } from './queries'
import { parseSearch, stringifySearch } from './search'
import { clearSession, closeAlert, setTokens, setUser, type User } from './state'
import { createStore, useStore } from './store'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from './test-kit'
import { acting, draw, realTexts } from './test-page'

/** For tests of the screens of a section: somebody who is signed in, an address, and a server that answers what a test says. */

interface Sent {
  call: string
  body: unknown
  query: URLSearchParams
  key: string | null
}

/** A response, or the body of one (a list also tells its length); or what makes it of the call's body. */
type Answering = ((body: never) => Response | object) | Response | object

const shown = createStore({ open: true })

class Unseeing {
  observe = () => undefined
  disconnect = () => undefined
}

/**
 * @param always What `METHOD /path` answers in each test that does not say otherwise.
 * @param parts What a browser fetches on touch: there at once, so that no test waits for it.
 */
export function sectionArea(
  person: User,
  always: Record<string, Answering>,
  parts: () => Promise<unknown>[] = () => [],
) {
  const answers = new Map<string, Answering>()
  const area = {
    sent: [] as Sent[],
    /** Bodies of one call, in order. */
    bodies: (call: string) => area.sent.filter((one) => one.call === call).map(({ body }) => body),
    /** What `METHOD /path` answers from now on. */
    answer(call: string, answering: Answering) {
      answers.set(call, answering)
    },
  }
  const handler = async ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${decodeURIComponent(pathname)}`
    const text = await request.text()
    const body: unknown = text ? JSON.parse(text) : null
    area.sent.push({ call, body, query: searchParams, key: request.headers.get('Idempotency-Key') })
    const answering = answers.get(call) ?? refused(500, 'unexpected_error', `no answer: ${call}`)
    const answered = typeof answering === 'function' ? (answering(body as never) as object) : answering
    if (answered instanceof Response) return answered.clone() as HttpResponse<null>
    const total = Array.isArray(answered) ? { 'X-Total': String(answered.length) } : undefined
    return HttpResponse.json<never>(answered as never, { headers: total })
  }
  fakeNetwork(...['*/rbac/*', '*/auth/*', '*/v1/*'].map((path) => http.all(path, handler)))

  beforeAll(() =>
    Promise.all([realTexts(), import('../ui/DialogWindow'), import('../ui/SelectPart'), ...parts()]),
  )
  beforeEach(async () => {
    queries.clear()
    clearSession()
    closeAlert()
    await texts.changeLanguage('en')
    setTokens(madeToken(600), 'r1')
    setUser(person)
    shown.set({ open: true })
    area.sent.length = 0
    answers.clear()
    // Nobody has saved a view.
    for (const [call, answering] of Object.entries({ 'GET /v1/views': [], ...always })) {
      area.answer(call, answering)
    }
    vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
  })
  // What stands in a portal must go before the page of the test does.
  afterEach(() => acting(() => shown.set({ open: false })))
  return area
}

function Place({ children }: { children: ReactNode }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

/** Draws one part of a screen. */
export function drawInside(element: ReactNode): Promise<void> {
  return draw(<Place>{element}</Place>)
}

/** Opens an address of the section at `base`, with these screens there; an address with none is empty. */
export async function openUnder(
  base: string,
  path: string,
  screens: Record<string, () => ReactNode>,
): Promise<AnyRouter> {
  const root = createRootRoute({
    component: () => (
      <Place>
        <Outlet />
      </Place>
    ),
    notFoundComponent: () => null,
  })
  const routes = Object.entries(screens).map(([at, component]) =>
    createRoute({ getParentRoute: () => root, path: `${base}${at}`, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`${base}${path}`] }),
  })
  await router.load()
  await draw(<RouterProvider router={router as never} />)
  return router
}
