import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { texts } from '../app/i18n'
import { queries } from '../app/queries'
import { parseSearch, stringifySearch } from '../app/search'
import { clearSession, closeAlert, setTokens } from '../app/state'
import { createStore, useStore } from '../app/store'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from '../app/test-kit'
import { acting, draw, realTexts } from '../app/test-page'
import { Bell } from './bell/Bell'
import type { Notification, Preference, Webhook } from './contract'
import { NotificationsList } from './list/NotificationsList'
import { Preferences } from './preferences/Preferences'

/** For tests of notifications: a person who is signed in, and a server that knows what they have read. */

export const made = (id: number, more: Partial<Notification> = {}): Notification => ({
  uuid: `n-${id}`,
  id,
  kind: 'payin_review',
  title: `Notification ${id}`,
  message: 'R$10.00 arrived and was set aside',
  redirect: '/dashboard/payin/payments/reviews?page=2',
  created_at: '2026-11-20T21:53:00Z',
  read_at: null,
  is_un_read: true,
  ...more,
})

const NO_WEBHOOK: Webhook = {
  url: null,
  created_at: null,
  tried_at: null,
  last_status: null,
  last_error: null,
}

type Answering = (request: Request) => Response | undefined | Promise<Response | undefined>

const shown = createStore({ open: true })

export function notificationsArea() {
  const area = {
    /** Newest first. */
    all: [] as Notification[],
    preferences: [] as Preference[],
    webhook: NO_WEBHOOK,
    /** Every call, in order, with its query and body. */
    calls: [] as string[],
    /** What comes before the usual answer of a call; nothing: the usual answer. */
    before: ((): undefined => undefined) as Answering,
    asked: (call: string) => area.calls.filter((one) => one.startsWith(call)),
    read(uuid: string) {
      area.all = area.all.map((one) =>
        one.uuid === uuid ? { ...one, is_un_read: false, read_at: 'now' } : one,
      )
    },
  }

  function list(query: URLSearchParams) {
    const page = Number(query.get('page'))
    const size = Number(query.get('per_page'))
    const wanted = area.all.filter((one) => one.is_un_read || query.get('unread') !== 'true')
    const pt = query.get('locale') === 'pt'
    const notifications = wanted.slice((page - 1) * size, page * size).map((one) => {
      const title = pt ? one.title.replace('Notification', 'Aviso') : one.title
      return Object.assign({}, one, { title })
    })
    return HttpResponse.json(
      { notifications, unread: area.all.filter((one) => one.is_un_read).length },
      {
        headers: {
          'X-Total': String(wanted.length),
          'X-Total-Pages': String(Math.ceil(wanted.length / size)),
        },
      },
    )
  }

  function answer(call: string, url: URL, body: Partial<Preference>) {
    if (call === 'GET /v1/notifications') return list(url.searchParams)
    if (call === 'GET /v1/notifications/preferences') return HttpResponse.json(area.preferences)
    if (call === 'PUT /v1/notifications/preferences') {
      area.preferences = area.preferences.map((one) => (one.kind === body.kind ? { ...one, ...body } : one))
      return HttpResponse.json(area.preferences.find((one) => one.kind === body.kind))
    }
    if (call === 'GET /v1/notifications/webhook') return HttpResponse.json(area.webhook)
    if (call === 'PUT /v1/notifications/webhook') {
      area.webhook = { ...NO_WEBHOOK, ...(body as { url: string }) }
      return HttpResponse.json({ url: area.webhook.url, secret: 'whsec_x' })
    }
    if (call === 'DELETE /v1/notifications/webhook') {
      area.webhook = NO_WEBHOOK
      return HttpResponse.json({ message: 'webhook_removed' })
    }
    if (call === 'POST /v1/notifications/webhook/test') {
      area.webhook = { ...area.webhook, tried_at: '2026-11-20T21:54:00Z', last_status: 204 }
      return HttpResponse.json({ message: 'webhook_tested' }, { status: 202 })
    }
    if (call === 'PUT /notifications/read-all') {
      for (const { uuid } of area.all) area.read(uuid)
      return HttpResponse.json({ status: true, statusCode: 200, message: 'notifications_read' })
    }
    const uuid = /^PUT \/notifications\/(.+)\/read$/.exec(call)?.[1] ?? ''
    if (!area.all.some((one) => one.uuid === uuid)) return refused(404, 'not_found')
    area.read(uuid)
    return HttpResponse.json({ status: true, statusCode: 200, message: 'notification_read' })
  }

  fakeNetwork(
    http.all('*/*', async ({ request }) => {
      const url = new URL(request.url)
      const call = `${request.method} ${url.pathname}`
      const text = await request.clone().text()
      area.calls.push([call, url.search, text].filter(Boolean).join(' '))
      const first = await area.before(request)
      return (first ?? answer(call, url, text ? (JSON.parse(text) as object) : {})) as HttpResponse<null>
    }),
  )

  // What a browser fetches on touch is there at once, so that no test waits for it.
  beforeAll(() => Promise.all([realTexts(), import('./bell/BellPart'), import('../ui/SelectPart')]))
  beforeEach(async () => {
    queries.clear()
    clearSession()
    closeAlert()
    await texts.changeLanguage('en')
    setTokens(madeToken(600), 'r1')
    shown.set({ open: true })
    vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    Object.assign(area, { all: [], preferences: [], webhook: NO_WEBHOOK, before: () => undefined })
    area.calls.length = 0
  })
  // What stands in a portal must go before the page of the test does.
  afterEach(() => acting(() => shown.set({ open: false })))
  return area
}

function Frame() {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <QueryClientProvider client={queries}>
      <Bell />
      <main>
        <Outlet />
      </main>
    </QueryClientProvider>
  )
}

/** A page with the bell, at a path of the dashboard. */
export async function openAt(path = '/dashboard') {
  const root = createRootRoute({ component: Frame })
  const at = (route: string, component: () => React.ReactNode) =>
    createRoute({
      getParentRoute: () => root,
      path: route,
      component,
      validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
    })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/dashboard/notifications', NotificationsList),
      at('/dashboard/settings/account/notifications', Preferences),
      at('/$', () => <p>a screen</p>),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  // oxlint-disable-next-line typescript/no-explicit-any -- a small tree of its own, not the registered one
  await draw(<RouterProvider router={router as any} />)
  return router
}
