import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '../app/queries'
import { setSingleKeys } from '../app/shortcuts'
import { setAccount, setUser, type User } from '../app/state'
import { fakeNetwork, HttpResponse, http } from '../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../app/test-page'
import { PaletteButton } from './PaletteButton'
import { PaletteHost } from './PaletteHost'
import { show } from './state'

const ana: User = {
  id: 'p1',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::charge:write'],
  internal_user: false,
}

const CHARGE = {
  id: '0199a000-0000-7000-8000-000000000001',
  payer_name: 'Helena Prado',
  reference: 'Order 7',
  txid: 'tx1',
  amount: { amount: 1250, currency: 'BRL' },
}

let searched: string[]
const network = fakeNetwork(
  http.get('*/v1/dashboard/feature-flags', () => HttpResponse.json([])),
  http.get('*/v1/payin/charges', ({ request }) => {
    searched.push(new URL(request.url).searchParams.get('search') ?? '')
    return HttpResponse.json(searched.at(-1) === 'Order-7' ? [CHARGE] : [])
  }),
  http.get('*/v1/payin/reviews', () => HttpResponse.json([])),
)
let router: ReturnType<typeof openAt>

// The code of windows is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('./Palette'), import('./Sheet')]))
beforeEach(() => {
  searched = []
  queries.clear()
  setSingleKeys(true)
  setUser(ana)
  setAccount({ id: 2, name: 'Loja Aurora', unique: true })
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
})

// A window that is still open when the page is taken away would look for its place in it.
afterEach(() => acting(() => show(null)))

function openAt(path: string, user: User) {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queries}>
        <PaletteButton />
        <PaletteHost user={user} />
        <main id="content" />
        <input aria-label="elsewhere" />
        <Outlet />
      </QueryClientProvider>
    ),
    notFoundComponent: () => null,
  })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  return createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
}

async function open(path = '/dashboard', user = ana): Promise<void> {
  router = openAt(path, user)
  await draw(<RouterProvider router={router as never} />)
}

const hit = (init: KeyboardEventInit, target: Element = document.body) =>
  acting(() =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
  )
const field = () => vi.waitFor(() => find<HTMLInputElement>('[role=combobox]'))
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)

describe('the palette', () => {
  it('opens by Ctrl+K wherever the keyboard is, and closes by the same', async () => {
    await open()
    await hit({ key: 'k', ctrlKey: true }, find('input', 'elsewhere'))
    await field()
    await hit({ key: 'k', metaKey: true })
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('stays away while another window asks for something', async () => {
    await open()
    await acting(() => show('sheet'))
    await shows('Keyboard shortcuts')
    await hit({ key: 'k', ctrlKey: true })
    await acting(() => new Promise((done) => setTimeout(done)))
    expect(document.querySelector('[role=combobox]')).toBeNull()
    await acting(() => show(null))
    await hit({ key: 'k', ctrlKey: true })
    await field()
  })

  it('opens by its button, and says how many there are', async () => {
    await open()
    await press(find('button', 'Search… Ctrl K'))
    await field()
    await vi.waitFor(() =>
      expect(document.querySelector('[role=status]')?.textContent).toBe(`${options().length} results`),
    )
  })

  it('offers only screens that the person may open', async () => {
    await open()
    await hit({ key: 'k', ctrlKey: true })
    await type(await field(), 'pay')
    await vi.waitFor(() => expect(options().join()).toContain('Payments'))
    expect(options().join()).not.toContain('Payouts')
    await type(await field(), 'users')
    await shows('Nothing found')
  })

  it('finds a screen by its Portuguese name on an English page, and Enter opens it', async () => {
    await open()
    await hit({ key: 'k', ctrlKey: true })
    const input = await field()
    await type(input, 'análise')
    await vi.waitFor(() => expect(options()).toHaveLength(1))
    await hit({ key: 'Enter' }, input)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/payin/payments/reviews'))
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('begins with the screens that were open last', async () => {
    await open('/dashboard/payin/payments/list')
    await acting(() => router.navigate({ to: '/dashboard/settings/account/security' }))
    await acting(() => router.navigate({ to: '/dashboard' }))
    await hit({ key: 'k', ctrlKey: true })
    await field()
    await vi.waitFor(() => expect(options()[0]).toContain('Security'))
    expect(options()[1]).toContain('Payins')
    expect(document.querySelector('[role=group]')?.textContent).toContain('Recent')
  })

  it('asks the lists for what may be an id, and opens what they know', async () => {
    await open()
    await hit({ key: 'k', ctrlKey: true })
    await type(await field(), 'Order-7')
    await vi.waitFor(() => expect(options()[0]).toContain('Helena Prado'))
    expect(options()[0]).toContain('12.50')
    // Whoever pays it has a page of their own.
    expect(options()[1]).toContain('Payer')
    expect(searched).toEqual(['Order-7'])
    const [first] = document.querySelectorAll<HTMLElement>('[role=option]')
    await press(first!)
    await vi.waitFor(() =>
      expect(router.state.location.pathname).toBe(`/dashboard/payin/payments/${CHARGE.id}`),
    )
  })

  it('says that a list did not answer, and shows what the others know', async () => {
    network.use(http.get('*/v1/payin/reviews', () => HttpResponse.json({}, { status: 500 })))
    await open()
    await hit({ key: 'k', ctrlKey: true })
    await type(await field(), 'Order-7')
    await shows('Some lists could not be asked')
    expect(options()[0]).toContain('Helena Prado')
  })

  it('runs Commands, and offers a new charge only where there is one merchant to charge for', async () => {
    await open()
    await hit({ key: 'k', ctrlKey: true })
    await type(await field(), 'dark theme')
    await press(await vi.waitFor(() => find('[role=option]')))
    expect(document.documentElement.dataset.theme).toBe('dark')

    await hit({ key: 'k', ctrlKey: true })
    await type(await field(), 'new charge')
    await vi.waitFor(() => expect(options()).toHaveLength(1))
    await acting(() => setAccount({ id: 'all', name: 'All', unique: false }))
    await shows('Nothing found')
  })
})

describe('the sheet of shortcuts', () => {
  it('opens by ? unless somebody types, and lists every key', async () => {
    await open()
    await hit({ key: '?', shiftKey: true }, find('input', 'elsewhere'))
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await hit({ key: '?', shiftKey: true })
    await shows('Keyboard shortcuts')
    const text = document.querySelector('[role=dialog]')?.textContent ?? ''
    for (const words of ['Search and commands', 'CtrlK', 'Next row', '↓orJ', 'Space', 'Search in the list/'])
      expect(text).toContain(words)
  })

  it('turns single characters off, which it then says of each', async () => {
    await open()
    await acting(() => show('sheet'))
    await shows('Keyboard shortcuts')
    await press(find('input[role=switch]'))
    await shows('(off)')
    await acting(() => show(null))
    await hit({ key: '?', shiftKey: true })
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await hit({ key: 'k', ctrlKey: true })
    await field()
  })
})
