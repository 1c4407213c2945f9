import { type ReactElement, use } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { drawWith } from '../app/early'
import { Framed } from '../app/framed'
import { texts } from '../app/i18n'
import { queries } from '../app/queries'
import {
  clearSession,
  layout,
  setAccount,
  setDangerousScreen,
  setFluid,
  setLoading,
  setTokens,
  type User,
} from '../app/state'
import { fakeNetwork, HttpResponse, http, madeToken, testConfig } from '../app/test-kit'
import { acting, find, press, realTexts, shows } from '../app/test-page'
import { choose, choosing } from '../viewer/choosing'
import { ALWAYS, companies, merchant, open, staff } from './test-shell'

const network = fakeNetwork(...ALWAYS)

// The code of menus and windows is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() =>
  Promise.all([
    realTexts(),
    import('../ui/MenuPart'),
    import('./DangerousScreen'),
    import('../kit/modal/LeaveQuestion'),
  ]),
)
beforeEach(async () => {
  setConfig(testConfig)
  queries.clear()
  clearSession()
  choosing.set({ open: false, changing: false })
  setFluid(false)
  setDangerousScreen(false)
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  await texts.changeLanguage('en')
  setTokens(madeToken(600), 'r1')
})

async function openAs(user: User, path = '/dashboard/payin/payments/list', payments?: () => ReactElement) {
  network.use(
    http.get('*/rbac/me', () => HttpResponse.json(user)),
    http.get('*/rbac/companies', () => HttpResponse.json(companies)),
  )
  return open(path, payments)
}

describe('the first picture', () => {
  let framed: boolean[]
  const Payments = () => {
    framed.push(use(Framed))
    return <p>the list of payments</p>
  }
  beforeEach(() => {
    framed = []
  })

  it('has the head of a screen whose rows are on their way, which follow', async () => {
    drawWith(new Promise(() => undefined))
    await openAs(merchant, undefined, Payments)
    await shows('the list of payments')
    await vi.waitFor(() => expect(framed.at(-1)).toBe(true))
    expect(framed[0]).toBe(false)
  })

  it('has nothing of a screen that waits for no answer: it is drawn at once when the frame stands', async () => {
    await openAs(merchant, undefined, Payments)
    await shows('the list of payments')
    expect(new Set(framed)).toEqual(new Set([true]))
  })
})

describe('the environment', () => {
  it.each(['stage', 'staging', 'sandbox', 'development'] as const)(
    '%s is named above every page',
    async (name) => {
      setConfig({ ...testConfig, environment: name })
      await openAs(merchant)
      await shows('the list of payments')
      expect(find('section', 'Environment').textContent.toLowerCase()).toContain(name)
    },
  )

  it('production is not named', async () => {
    setConfig({ ...testConfig, environment: 'production' })
    await openAs(merchant)
    await shows('the list of payments')
    expect(document.querySelector('section[aria-label=Environment]')).toBeNull()
  })
})

describe('the top bar', () => {
  async function openMenu() {
    await press(find('header button', 'Profile menu:ALAna Beatriz LimaLoja Aurora'))
    await vi.waitFor(() => find('[role=menu]'))
  }
  const gone = () => vi.waitFor(() => expect(document.querySelector('[role=menu]')).toBeNull())

  it('leads home, and to profile, width and exit by the profile menu', async () => {
    const router = await openAs(merchant)
    await shows('the list of payments')
    expect(find('header a', 'Retaguarda, overview').getAttribute('href')).toBe('/dashboard')
    await openMenu()
    const items = [...document.querySelectorAll('[role=menu] [role^=menuitem]')]
    expect(items.map((item) => item.textContent)).toEqual(['Your profile', 'Full width', 'Exit dashboard'])
    await press(find('[role=menuitem]', 'Your profile'))
    expect(router.state.location.pathname).toBe('/dashboard/settings/account')
    await gone()
  })

  it('takes the page to full width and back, and keeps the choice', async () => {
    await openAs(merchant)
    await shows('the list of payments')
    const before = find('main').className
    const widen = () => find('[role=menuitemcheckbox]', 'Full width')
    await openMenu()
    expect(widen().getAttribute('aria-checked')).toBe('false')
    await press(widen())
    expect([layout.get().fluid, localStorage.getItem('fluidLayout')]).toEqual([true, 'true'])
    expect(find('main').className).not.toBe(before)
    expect(widen().getAttribute('aria-checked')).toBe('true')
    await press(widen())
    expect([layout.get().fluid, localStorage.getItem('fluidLayout')]).toEqual([false, 'false'])
    expect(find('main').className).toBe(before)
    await acting(() =>
      find('[role=menu]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )
    await gone()
  })

  it('warns on a dangerous screen, and asks before that is left', async () => {
    await openAs(merchant)
    await shows('the list of payments')
    const calm = find('header').className
    await acting(() => setDangerousScreen(true))
    await shows('Careful: what is done here takes effect at once')
    expect(find('header').className).not.toBe(calm)
    await press(find('nav a', 'Overview'))
    await shows('Leave this screen?')
    await press(find('button', 'Stay here'))
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('Leave this screen?'))
    expect(document.body.textContent).toContain('the list of payments')
    await acting(() => setDangerousScreen(false))
    await press(find('nav a', 'Overview'))
    await shows('the overview')
  })
})

describe('staff who act for a merchant in production', () => {
  const WARNING = 'Careful: what is done here takes effect at once'
  const warned = async (environment: 'production' | 'sandbox', id: number | 'all') => {
    setConfig({ ...testConfig, environment })
    setAccount({ id, name: 'Padaria', unique: false })
    await openAs(staff)
    await shows('the list of payments')
  }

  it('are warned as long as they do, and not asked from one page to the next', async () => {
    await warned('production', 3)
    await shows(WARNING)
    await press(find('nav a', 'Overview'))
    await shows('the overview')
    await acting(() => setAccount({ id: 'all', name: '', unique: false }))
    await vi.waitFor(() => expect(document.body.textContent).not.toContain(WARNING))
  })

  it.each([
    ['sandbox', 3],
    ['production', 'all'],
    ['production', 2],
  ] as const)('are not in %s with merchant %s', async (environment, id) => {
    await warned(environment, id)
    expect(document.body.textContent).not.toContain(WARNING)
  })
})

describe('the help centre', () => {
  const helpUrl = 'https://help.example/'
  const banner = () => document.querySelector('section[aria-label=Help] a')

  it('is pointed out to merchants', async () => {
    setConfig({ ...testConfig, helpUrl })
    await openAs(merchant)
    await shows('the list of payments')
    expect(banner()!.getAttribute('href')).toBe(helpUrl)
  })

  it.each([
    ['staff', staff, helpUrl],
    ['anybody while it has no address', merchant, ''],
  ])('is not pointed out to %s', async (_, user, address) => {
    setConfig({ ...testConfig, helpUrl: address })
    await openAs(user, '/dashboard')
    await shows('the overview')
    expect(banner()).toBeNull()
  })
})

it('the footer names customer service, ombudsman and working hours', async () => {
  await openAs(merchant)
  await shows('the list of payments')
  expect(find('footer').textContent).toBe(
    'Customer service: help@retaguarda.exampleOmbudsman: 0800 000 0000Monday to Friday, 9:00 to 18:00',
  )
})

describe('the merchant banner', () => {
  const own: User = { ...staff, companyId: 2 }

  it.each([
    ['/dashboard/payin/payments/list', 'Showing merchant Loja Aurora', 'View another merchant'],
    ['/dashboard/account/transfers/list', 'Showing the account of Loja Aurora', 'Select another account'],
  ])('says on %s: %s', async (path, words, link) => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    network.use(http.get('*/v1/dashboard/feature-flags', () => HttpResponse.json([2])))
    await openAs({ ...own, permissions: [...own.permissions, 'payin::withdrawals:read'] }, path)
    await shows(words)
    find('main button', link)
  })
})

describe('another merchant', () => {
  it('is waited for with nothing of the page in sight', async () => {
    let know: (value: unknown) => void = () => undefined
    const known = new Promise((resolve) => {
      know = resolve
    })
    network.use(
      http.get('*/rbac/companies/3', async () => {
        await known
        return HttpResponse.json({ id: 3, name: 'Padaria', time_zone: 'America/Manaus' })
      }),
    )
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    await openAs(staff)
    await shows('the list of payments')
    await acting(() => choose({ id: 3, name: 'Padaria', unique: false }))
    expect(find('main').textContent).toBe('')
    expect(find('main [role=status]').getAttribute('aria-label')).toBe('Loading')
    know(true)
    await shows('the list of payments')
    expect(document.body.textContent).toContain('Showing merchant Padaria')
  })
})

it('gives the keyboard to the content of the next page where what it stood on is gone', async () => {
  const router = await openAs(merchant)
  await shows('the list of payments')
  expect(document.activeElement).toBe(document.body)
  await acting(() => router.navigate({ href: '/dashboard' }))
  await shows('the overview')
  expect(document.activeElement).toBe(document.getElementById('content'))
})

it('gives the keyboard to the content when what it stood on goes away: a row of a page that is left, a button that is done', async () => {
  await openAs(merchant)
  await shows('the list of payments')
  const content = document.getElementById('content') as HTMLElement
  const [row, other] = [document.createElement('button'), document.createElement('button')]
  content.append(row, other)
  row.focus()
  // Something else of the page goes away: the keyboard stays.
  other.remove()
  await acting(async () => undefined)
  expect(document.activeElement).toBe(row)
  row.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(content))
})

describe('the overlay', () => {
  it.each(['spinner', 'text', 'block'] as const)(
    'covers the page, as %s, while something loads',
    async (type) => {
      await openAs(merchant)
      await shows('the list of payments')
      const statuses = () => document.querySelectorAll('[role=status][aria-label=Loading]').length
      expect(statuses()).toBe(0)
      await acting(() => setLoading(true, type))
      expect(statuses()).toBe(1)
      expect(document.querySelectorAll('[role=status][aria-label=Loading] > *').length > 0).toBe(
        type !== 'spinner',
      )
      await acting(() => setLoading(false))
      expect(statuses()).toBe(0)
    },
  )

  it('lets nobody reach what lies behind it, and gives the focus back', async () => {
    await openAs(merchant)
    await shows('the list of payments')
    const entry = find('nav [aria-current=page]')
    entry.focus()
    await acting(() => setLoading(true))
    expect(entry.closest('[inert]')).not.toBeNull()
    expect(find('main').closest('[inert]')).not.toBeNull()
    // As browsers do with what cannot be reached any more.
    entry.blur()
    await acting(() => setLoading(false))
    expect(document.querySelector('[inert]')).toBeNull()
    expect(document.activeElement).toBe(entry)
  })
})

it('the entry C220 shows no reference while no request is in hand', async () => {
  await openAs(
    { ...staff, permissions: [...staff.permissions, 'conciliation::C220:read'] },
    '/dashboard/exchange/c220',
  )
  await shows('another screen')
  expect(find('nav [aria-current=page]').textContent.trim()).toBe('C220')
  await vi.waitFor(() => expect(document.title).toBe('C220 · Retaguarda'))
})
