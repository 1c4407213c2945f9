import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '../../app/queries'
import { parseSearch, stringifySearch } from '../../app/search'
import { alert, closeAlert, setAccount, setUser, type User } from '../../app/state'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { defineList } from '../list/definition'
import { ResourceList } from '../list/ResourceList'
import type { Definition, SavedView } from './definition'

interface Row {
  id: string
  created_at: string
  status: string
  reference: string | null
}

const list = defineList<Row>({
  name: 'test.views',
  path: '/v1/payin/charges',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  status: {
    key: 'status',
    values: [
      { value: 'paid', label: 'payin.status.paid', tone: 'success' },
      { value: 'pending', label: 'payin.status.pending', tone: 'awaiting' },
    ],
  },
  views: 'payin.payments',
  columns: [
    { key: 'created_at', kind: 'time', title: 'payin.column.created_at', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'payin.column.status' },
    { key: 'reference', kind: 'text', title: 'payin.column.reference', hidden: true },
  ],
  card: ({ reference }) => ({ title: reference }),
})

const gil: User = {
  id: 'p1',
  email: 'gil@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'lists::sharedViews:write'],
  internal_user: false,
}

const PAID: Definition = {
  version: 1,
  search: { status: 'paid', period: '7d' },
  columns: ['created_at', 'reference'],
  density: 'compact',
  mode: 'pages',
}
const view = (id: string, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'payin.payments',
  name,
  shared: false,
  is_default: false,
  updated_at: '2026-11-20T12:00:00Z',
  definition: PAID,
  ...more,
})

let views: SavedView[]
let sent: { method: string; path: string; body: unknown }[]
const network = fakeNetwork(
  http.get('*/v1/payin/charges', () =>
    HttpResponse.json(
      [{ id: 'r1', created_at: '2026-11-20T12:00:00Z', status: 'paid', reference: 'Order 1' }],
      {
        headers: { 'X-Total': '1', 'X-Total-Pages': '1' },
      },
    ),
  ),
  http.get('*/v1/views', () => HttpResponse.json(views)),
  http.all('*/v1/views*', (info) => keep(info)),
  http.all('*/v1/views/*', (info) => keep(info)),
)

async function keep({ request }: { request: Request }) {
  const body = (await request.json()) as Partial<SavedView>
  const { pathname } = new URL(request.url)
  sent.push({ method: request.method, path: pathname, body })
  const [, , , id = 'new'] = pathname.split('/')
  const before = views.find((one) => one.id === id) ?? view(id, '')
  if (request.method === 'DELETE' && !pathname.endsWith('default')) {
    views = views.filter((one) => one.id !== id)
    return HttpResponse.json({ message: 'view_deleted' })
  }
  const after = {
    ...before,
    ...body,
    ...(pathname.endsWith('default') && { is_default: request.method === 'POST' }),
  }
  views = [...views.filter((one) => one.id !== id), after]
  return HttpResponse.json(after, { status: request.method === 'POST' ? 201 : 200 })
}

let router: ReturnType<typeof openAt>

// The code of windows is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('../../ui/PopoverPart'), import('./ViewsPanel')]))
beforeEach(() => {
  views = []
  sent = []
  queries.clear()
  closeAlert()
  setUser(gil)
  setAccount({ id: 2, name: 'Loja Aurora', unique: true })
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
})

// A window that is still open when the page is taken away would look for its place in it.
afterEach(() =>
  acting(() => {
    const inside = document.querySelector('[role=dialog] button')
    inside?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }),
)

class Unseeing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

function openAt(search: string) {
  const root = createRootRoute({
    notFoundComponent: () => null,
    component: () => (
      <QueryClientProvider client={queries}>
        <ResourceList list={list} title="Rows" />
      </QueryClientProvider>
    ),
  })
  return createRouter({
    routeTree: root,
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
  })
}

async function open(search = ''): Promise<void> {
  router = openAt(search)
  await draw(<RouterProvider router={router as never} />)
  await vi.waitFor(() => find('table'))
}

const address = () => router.state.location.search
const headings = () => [...document.querySelectorAll('thead th')].map((heading) => heading.textContent)
const menu = (name = 'Views') => vi.waitFor(() => find('button', name))
async function openMenu(): Promise<void> {
  await press(await vi.waitFor(() => trigger()))
  await vi.waitFor(() => find('button', 'Save as…'))
}
const trigger = () =>
  [...document.querySelectorAll<HTMLButtonElement>('section button')].find(
    (button) => button.textContent.startsWith('Views') && button.hasAttribute('aria-haspopup'),
  ) ?? find('button', 'Views')

describe('saved views', () => {
  it('keep what is on the screen under a name, and the list is that view from then on', async () => {
    await open('?status=pending&sort=asc')
    await openMenu()
    await press(find('button', 'Save as…'))
    await type(await vi.waitFor(() => find<HTMLInputElement>('input', 'Name of the view')), 'Open ones')
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(address()).toMatchObject({ view: 'new', status: 'pending' }))
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/v1/views',
        body: {
          list: 'payin.payments',
          name: 'Open ones',
          shared: false,
          definition: {
            version: 1,
            search: { status: 'pending', sort: 'asc', period: '30d' },
            columns: null,
            density: 'comfortable',
            mode: 'pages',
          },
        },
      },
    ])
    await menu('Views: Open ones')
  })

  it('say which name is missing or taken', async () => {
    network.use(http.post('*/v1/views', () => refused(409, { name: ['name_taken'] })))
    await open()
    await openMenu()
    await press(find('button', 'Save as…'))
    await press(await vi.waitFor(() => find('button', 'Save')))
    await shows('Required')
    await type(find<HTMLInputElement>('input', 'Name of the view'), 'Mine')
    await press(find('button', 'Save'))
    await shows('This name is taken')
    expect(address()).toEqual({})
  })

  it('open with their filters, columns and look, and are marked once something differs', async () => {
    views = [view('v1', 'Paid ones')]
    await open('?status=pending')
    await openMenu()
    await press(await vi.waitFor(() => find('button', 'Paid ones')))
    await vi.waitFor(() => expect(address()).toEqual({ status: 'paid', period: '7d', view: 'v1' }))
    expect(headings()).toEqual(['Created', 'Reference'])
    expect(document.querySelector('[data-density=compact]')).not.toBeNull()
    await menu('Views: Paid ones')
    await press(find('button', 'Created'))
    await menu('Views: Paid ones(changed)')
  })

  it('that were changed are saved again as they are now', async () => {
    views = [view('v1', 'Paid ones')]
    await open('?status=paid&period=7d&view=v1&sort=asc')
    await menu('Views: Paid ones(changed)')
    await openMenu()
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      path: '/v1/views/v1',
      body: { definition: { search: { status: 'paid', period: '7d', sort: 'asc' } } },
    })
    await menu('Views: Paid ones')
  })

  it('lose what the list no longer has, and it is named', async () => {
    const old = { ...PAID, search: { status: 'paid', colour: 'red' }, columns: ['created_at', 'shape'] }
    views = [view('v1', 'Old', { definition: old })]
    await open()
    await openMenu()
    await press(await vi.waitFor(() => find('button', 'Old')))
    await vi.waitFor(() => expect(address()).toEqual({ status: 'paid', view: 'v1' }))
    expect(alert.get().message[0]).toContain('colour, shape')
    expect(headings()).toEqual(['Created'])
  })

  it('of a link bring their columns, and one that is gone is named and dropped', async () => {
    views = [view('v1', 'Paid ones')]
    await open('?status=paid&period=7d&view=v1')
    await vi.waitFor(() => expect(headings()).toEqual(['Created', 'Reference']))
    await acting(() => router.navigate({ to: '.', search: { view: 'v9' } as never }))
    await vi.waitFor(() => expect(address()).toEqual({}))
    expect(alert.get().message[0]).toContain('another person’s, or is gone')
  })

  it('are deleted after a yes', async () => {
    views = [view('v1', 'Paid ones')]
    await open('?status=paid&period=7d&view=v1')
    await menu('Views: Paid ones')
    await openMenu()
    await press(find('button', 'Delete…'))
    await shows('Delete the view “Paid ones”?')
    expect(sent).toEqual([])
    await press(find('button', 'Yes, delete'))
    await vi.waitFor(() => expect(address()).toEqual({}))
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /v1/views/v1'])
  })
})

describe('the usual view', () => {
  it('opens where the address says nothing, and only there', async () => {
    views = [view('v1', 'Paid ones', { is_default: true })]
    await open()
    await vi.waitFor(() => expect(address()).toEqual({ status: 'paid', period: '7d', view: 'v1' }))
    await openMenu()
    await press(find('button', 'Default list'))
    await vi.waitFor(() => expect(address()).toEqual({ view: 'none' }))
    expect(headings()).toEqual(['Created', 'Status'])
  })

  it('stays away from an address with filters', async () => {
    views = [view('v1', 'Paid ones', { is_default: true })]
    await open('?status=pending')
    await openMenu()
    expect(address()).toEqual({ status: 'pending' })
  })

  it('is chosen by its star, and given up by the same', async () => {
    views = [view('v1', 'Paid ones', { shared: true })]
    await open('?status=pending')
    await openMenu()
    await shows('Shared at Loja Aurora')
    await press(find('button', 'Open this list with “Paid ones”'))
    await press(await vi.waitFor(() => find('button', 'Do not open this list with “Paid ones” any more')))
    await vi.waitFor(() => find('button', 'Open this list with “Paid ones”'))
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/views/v1/default',
      'DELETE /v1/views/v1/default',
    ])
  })
})

describe('sharing', () => {
  it('is offered to who may share', async () => {
    await open()
    await openMenu()
    await press(find('button', 'Save as…'))
    await type(await vi.waitFor(() => find<HTMLInputElement>('input', 'Name of the view')), 'For all')
    const [, share] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')
    await press(share!)
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ name: 'For all', shared: true }))
  })

  it('is not offered to others, who can open what is shared and not change it', async () => {
    setUser({ ...gil, permissions: ['payin::payment:read'] })
    views = [view('v1', 'For all', { shared: true })]
    await open('?status=paid&period=7d&view=v1&sort=asc')
    await menu('Views: For all(changed)')
    await openMenu()
    expect(document.body.textContent).not.toContain('Delete…')
    expect([...document.querySelectorAll('button')].map((button) => button.textContent)).not.toContain('Save')
    await press(find('button', 'Save as…'))
    await vi.waitFor(() => find('input', 'Name of the view'))
    expect(document.body.textContent).not.toContain('Share with')
  })
})
