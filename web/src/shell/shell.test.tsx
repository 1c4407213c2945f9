import { useQuery } from '@tanstack/react-query'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { language, texts } from '../app/i18n'
import { browser } from '../app/leaving'
import { queries } from '../app/queries'
import { alert, clearSession, refreshTables, setAccount, setTokens, settings, type User } from '../app/state'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from '../app/test-kit'
import { acting, find, press, realTexts, shows, type } from '../app/test-page'
import { choosing, findCompanies } from '../viewer/choosing'
import { chooseLanguage } from '../viewer/language'
import { ALWAYS, companies, merchant, open, staff } from './test-shell'

vi.mock('../profile/SensitiveModal', () => ({ default: () => 'Protect your account' }))

const network = fakeNetwork(...ALWAYS)
const toSignIn = vi.fn<() => void>()

let flagged: number[]
let accounts: (string | null)[]
let profile: unknown
let views: unknown[]

beforeAll(() => realTexts())
beforeEach(async () => {
  queries.clear()
  clearSession()
  choosing.set({ open: false })
  flagged = []
  accounts = []
  profile = null
  views = []
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  Object.assign(browser, { toSignIn: toSignIn.mockReset() })
  await texts.changeLanguage('en')
  setTokens(madeToken(600), 'r1')
})

function serverFor(user: User) {
  network.use(
    http.get('*/rbac/me', () => HttpResponse.json(user)),
    http.get('*/rbac/companies', () => HttpResponse.json(companies)),
    http.post('*/rbac/views', async ({ request }) => {
      views.push(await request.json())
      return HttpResponse.json({ company_id: 3 }, { status: 201 })
    }),
    http.post('*/rbac/views/leave', async ({ request }) => {
      views.push({ left: await request.json() })
      return HttpResponse.json({ company_id: 3 })
    }),
    http.get('*/v1/dashboard/feature-flags', ({ request }) => {
      accounts.push(request.headers.get('X-Account'))
      return HttpResponse.json(flagged)
    }),
  )
}

async function enter(reason: string) {
  await vi.waitFor(() => find('[role=dialog] input'))
  await type(find<HTMLInputElement>('[role=dialog] input'), reason)
  await press(find('[role=dialog] button[type=submit]'))
}

const menu = () => [...find('nav', 'Menu').querySelectorAll('a, button')].map((item) => item.textContent)

describe('entering', () => {
  it('shows a spinner while the person is loaded, then the dashboard', async () => {
    serverFor(merchant)
    let letIn: (value: unknown) => void = () => undefined
    const gate = new Promise((resolve) => {
      letIn = resolve
    })
    network.use(
      http.get('*/rbac/me', async () => {
        await gate
        return HttpResponse.json(merchant)
      }),
    )
    await open('/dashboard/settings/account')
    expect(find('[role=status][aria-label]').getAttribute('aria-label')).toBe('Loading')
    expect(document.querySelector('nav')).toBeNull()
    letIn(true)
    await shows('another screen')
    expect(localStorage.getItem('permissions')).toBe(merchant.permissions.join(','))
    await vi.waitFor(() => expect(document.title).toBe('Profile · Retaguarda'))
  })

  it('shows the name of the person, which comes by itself', async () => {
    serverFor(merchant)
    await open('/dashboard/settings/account')
    await shows('Ana Beatriz Lima')
  })

  it('reloads lists, records and their trails when it is told to, and neither the person nor flags nor news', async () => {
    const kinds = ['list', 'record', 'trail', 'me', 'profile', 'flag', 'notifications']
    for (const kind of kinds) queries.setQueryData([kind, 'x'], 1)
    refreshTables()
    refreshTables()
    const stale = kinds.filter((kind) => queries.getQueryState([kind, 'x'])?.isInvalidated)
    expect(stale).toEqual(['list', 'record', 'trail'])
  })

  it('draws nothing and ends the session when the person cannot be loaded', async () => {
    network.use(
      http.get('*/rbac/me', () => refused(500, 'internal_error')),
      http.post('*/auth/logout', () => HttpResponse.error()),
    )
    await open('/dashboard')
    await vi.waitFor(() => expect(toSignIn).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(document.body.textContent).toBe(''))
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('goes on with the person as they were when a later look at them fails', async () => {
    serverFor(merchant)
    await open('/dashboard/settings/account')
    await shows('another screen')
    network.use(http.get('*/rbac/me', () => refused(500, 'unexpected_error')))
    await acting(() => queries.refetchQueries({ queryKey: ['me'] }))
    await vi.waitFor(() => expect(alert.get().message[0]).toMatch(/^We could not check again/))
    find('nav', 'Menu')
    expect([localStorage.getItem('refresh_token'), toSignIn.mock.calls.length]).toEqual(['r1', 0])
  })

  it('draws no screen behind the setup of a second factor: the server refuses its calls', async () => {
    serverFor({ ...merchant, sensitive: true })
    await open('/dashboard/settings/account')
    await shows('Protect your account')
    expect(document.body.textContent).not.toContain('another screen')
  })

  it('blocks a person without the permission, who can refresh their permissions or leave', async () => {
    serverFor({ ...merchant, permissions: ['payin::payment:read'] })
    await open('/dashboard')
    await shows('You are not authorised for this dashboard')
    network.use(
      http.post('*/auth/refresh', () => HttpResponse.json({ token: madeToken(900), refreshToken: 'r2' })),
      http.get('*/rbac/me', () => HttpResponse.json(merchant)),
    )
    await press(find('button', 'Refresh permissions'))
    await vi.waitFor(() => find('nav', 'Menu'))
    expect(localStorage.getItem('refresh_token')).toBe('r2')
  })

  it('signs a person out who leaves by the way to login', async () => {
    serverFor({ ...merchant, permissions: ['payin::payment:read'] })
    let left: string | null = null
    network.use(
      http.post('*/auth/logout', ({ request }) => {
        left = request.headers.get('Authorization')
        return HttpResponse.json({ status: true, statusCode: 200, message: 'bye' })
      }),
    )
    await open('/dashboard')
    await shows('You are not authorised for this dashboard')
    await press(find('button', 'Go to login'))
    await vi.waitFor(() => expect(toSignIn).toHaveBeenCalledOnce())
    expect(left).toBe('Bearer r1')
    const kept = ['token', 'refresh_token', 'permissions'].map((name) => localStorage.getItem(name))
    expect(kept).toEqual([null, null, null])
  })
})

describe('the menu', () => {
  it('shows a merchant no back office, and no account without the flag', async () => {
    serverFor(merchant)
    await open('/dashboard/settings/account')
    await shows('another screen')
    expect(document.body.textContent).not.toContain('Back office')
    expect(menu()).not.toContain('Account')
    expect(menu()).toContain('Companies')
  })

  it('shows the account when the flag lists the person’s own company', async () => {
    flagged = [2]
    serverFor(merchant)
    await open('/dashboard/settings/account')
    await vi.waitFor(() => expect(menu()).toContain('Account'))
    expect(JSON.parse(localStorage.getItem('front-flags')!)).toEqual({ ledger: [2] })
  })

  it('shows staff the back office, opens the section of the current screen and marks its entry', async () => {
    serverFor(staff)
    await open('/dashboard/payin/payments/list')
    await shows('Choose a merchant')
    const backOffice = find('nav section h2', 'Back office').closest('section')!
    expect(backOffice.textContent).not.toContain('Payin settings')
    await press([...backOffice.querySelectorAll('button')].find((button) => button.textContent === 'Payin')!)
    expect(backOffice.textContent).toContain('Payin settings')
    expect(find('nav [aria-current=page]').textContent).toBe('Payins')
    const list = find('a', 'Recurrences').closest('ul')!
    expect(list.hidden).toBe(false)
    await press(find(`[aria-controls="${list.id}"]`))
    expect(list.hidden).toBe(true)
  })

  it('waits with a screen behind the flag for the first answer, then shows it or says that it is none of theirs', async () => {
    localStorage.removeItem('front-flags')
    const person = { ...merchant, permissions: [...merchant.permissions, 'payin::withdrawals:read'] }
    serverFor(person)
    let answer: (companies: number[]) => void = () => undefined
    const first = new Promise<number[]>((resolve) => {
      answer = resolve
    })
    network.use(http.get('*/v1/dashboard/feature-flags', async () => HttpResponse.json(await first)))
    await open('/dashboard/account/transfers/list')
    await vi.waitFor(() => expect(find('main [role=status]').getAttribute('aria-label')).toBe('Loading'))
    expect(document.body.textContent).not.toContain('You are unauthorized')
    answer([2])
    await shows('another screen')
  })

  it('says of a screen behind the flag that the flag could not be had, and asks once more', async () => {
    localStorage.removeItem('front-flags')
    serverFor({ ...merchant, permissions: [...merchant.permissions, 'payin::withdrawals:read'] })
    network.use(http.get('*/v1/dashboard/feature-flags', () => refused(500, 'unexpected_error')))
    await open('/dashboard/account/transfers/list')
    await shows('This page could not be loaded')
    expect(document.body.textContent).not.toContain('You are unauthorized')
    network.use(http.get('*/v1/dashboard/feature-flags', () => HttpResponse.json([])))
    await press(find('main button', 'Try again'))
    await shows('You are unauthorized')
  })

  it('does not open what it does not show', async () => {
    serverFor(staff)
    await open('/dashboard/settings/access-control/users')
    await shows('You are unauthorized')
  })

  it('is closed and opened by the bar, and stays so', async () => {
    serverFor(merchant)
    await open('/dashboard/settings/account')
    await shows('another screen')
    await press(find('button', 'Collapse the menu'))
    expect(document.querySelector('aside')).toBeNull()
    expect(localStorage.getItem('toggleMenu')).toBe('false')
    await press(find('button', 'Expand the menu'))
    expect(localStorage.getItem('toggleMenu')).toBe('true')
  })
})

describe('the chosen merchant', () => {
  it('is given to a person with one company, without a banner', async () => {
    serverFor(merchant)
    await open('/dashboard/payin/payments/list')
    await shows('the list of payments')
    expect(JSON.parse(localStorage.getItem('accountVisualize')!)).toEqual({
      id: 2,
      name: 'Loja Aurora',
      unique: true,
    })
    expect(document.body.textContent).not.toContain('Showing merchant')
    await vi.waitFor(() => expect(accounts.at(-1)).toBe('2'))
  })

  it('is asked of staff where a screen needs one, and the screen follows', async () => {
    serverFor(staff)
    await open('/dashboard/payin/payments/list')
    await shows('All merchants')
    await type(find('input', 'Name, document or number'), 'padaria tres')
    expect(document.querySelectorAll('main li')).toHaveLength(1)
    await press(find('main li button'))
    await enter('Ticket 4711')
    await shows('the list of payments')
    await shows('Showing merchant Padaria Três Irmãos')
    await press(find('button', 'View another merchant'))
    await shows('Choose a merchant')
    expect(settings.get().account).toBeNull()
  })

  it('that a link leads to is asked about before it changes', async () => {
    serverFor(staff)
    const router = await open('/dashboard/payin/payments/list?merchant=3')
    await shows('This page shows data of Padaria Três Irmãos')
    expect(settings.get().account).toBeNull()
    await press(find('button', 'View Padaria Três Irmãos'))
    await enter('Ticket 4711')
    await shows('the list of payments')
    await shows('Showing merchant Padaria Três Irmãos')
    expect(router.state.location.search).toEqual({})
  })

  it('is seen with its own eyes: what its people may see, and every call says so', async () => {
    serverFor(staff)
    const asked: (string | null)[] = []
    network.use(
      http.get('*/rbac/views/eyes', () =>
        HttpResponse.json({ company_id: 3, permissions: ['rbac::companies:read', 'payin::payment:read'] }),
      ),
      http.get('*/v1/dashboard/feature-flags', ({ request }) => {
        asked.push(request.headers.get('X-View-As'))
        return HttpResponse.json([])
      }),
    )
    const opened = vi.fn()
    Object.assign(browser, { open: opened })
    setAccount({ id: 3, name: 'Padaria Três Irmãos', unique: false })
    await open('/dashboard/payin/payments/list')
    await shows('staff view, on record')
    await press(find('button', 'View as the merchant'))
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('/dashboard'))
    // As the page begins anew.
    queries.clear()
    document.body.replaceChildren()
    await open('/dashboard/payin/payments/list')
    await shows('Viewing as Padaria Três Irmãos · read-only')
    expect(document.body.textContent).not.toContain('Back office')
    expect(localStorage.getItem('permissions')).toBe('rbac::companies:read,payin::payment:read')
    expect(asked.at(-1)).toBe('3')
    await press(find('button', 'Stop viewing as'))
    expect(localStorage.getItem('viewAs')).toBeNull()
  })

  it('is entered by staff for a reason, which goes on record, and so does leaving', async () => {
    serverFor(staff)
    await open('/dashboard/payin/payments/list')
    await shows('All merchants')
    await press(find('main button', 'PTPadaria Três Irmãos45.997.418/0001-53 · #3'))
    await shows('For Padaria Três Irmãos')
    expect(find<HTMLInputElement>('[role=dialog] input').value).toBe('')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('At least 3 characters')
    expect(settings.get().account).toBeNull()
    await enter('Ticket 4711')
    await shows('staff view, on record')
    await press(find('button', 'View another merchant'))
    await vi.waitFor(() =>
      expect(views).toEqual([{ company_id: 3, reason: 'Ticket 4711' }, { left: { company_id: 3 } }]),
    )
  })

  it('stays unchosen when the view is refused, and it says why', async () => {
    serverFor(staff)
    network.use(http.post('*/rbac/views', () => refused(403, 'forbidden')))
    await open('/dashboard/payin/payments/list')
    await shows('All merchants')
    await press(find('main button', 'PTPadaria Três Irmãos45.997.418/0001-53 · #3'))
    await shows('For Padaria Três Irmãos')
    await enter('Ticket 4711')
    await shows('You may not do this')
    expect(settings.get().account).toBeNull()
    await press(find('[role=dialog] button', 'Back'))
  })

  it('is no merchant for staff who may view none: only all of them, or their own company', async () => {
    serverFor({ ...staff, permissions: merchant.permissions })
    await open('/dashboard/payin/payments/list')
    await shows('All merchants')
    expect(document.body.textContent).not.toContain('Padaria')
    await press(find('main button', 'LALoja Aurora12.ABC.345/01DE-35 · #2'))
    await shows('the list of payments')
    expect(document.body.textContent).not.toContain('on record')
    expect(views).toEqual([])
  })

  it('is found by name without accents, by document with its signs, and by number', () => {
    expect(findCompanies(companies, 'TRES').map(({ id }) => id)).toEqual([3])
    expect(findCompanies(companies, '12.abc.345/01de-35').map(({ id }) => id)).toEqual([2])
    expect(findCompanies(companies, '3').map(({ id }) => id)).toEqual([3])
    expect(findCompanies(companies, '  ').map(({ id }) => id)).toEqual([2, 3])
    expect(findCompanies(companies, '(')).toEqual([])
  })

  it('of another tab is offered, not taken', async () => {
    serverFor(staff)
    localStorage.setItem('accountVisualize', '{}')
    settings.set({ account: { id: 2, name: 'Loja Aurora', unique: false } })
    const reload = vi.fn<() => void>()
    Object.assign(browser, { reload })
    await open('/dashboard/payin/payments/list')
    await shows('the list of payments')
    localStorage.setItem('accountVisualize', JSON.stringify({ id: 3, name: 'Padaria', unique: false }))
    // The page listens a moment after it was drawn.
    await vi.waitFor(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'accountVisualize' }))
      expect(document.body.textContent).toContain(
        'You are viewing Loja Aurora; another tab changed to Padaria',
      )
    })
    expect(settings.get().account?.id).toBe(2)
    await press(find('button', 'View Padaria'))
    expect(reload).toHaveBeenCalledOnce()
  })
})

it('payouts without a second factor say why and lead to security', async () => {
  serverFor({ ...staff, permissions: [...staff.permissions, 'payout::payment:read'] })
  await open('/dashboard/payouts/payments/list')
  await shows('This section asks for two-factor authentication')
  expect(find('a', 'Go to security').getAttribute('href')).toBe('/dashboard/settings/account/security')
})

it('an address that is no entry was not found', async () => {
  serverFor(merchant)
  await open('/dashboard/nothing/here')
  await shows('Seems nothing could be found')
})

describe('the language', () => {
  it('is saved, then the person is loaded again, texts switch and lists are told, under the overlay', async () => {
    serverFor(merchant)
    setAccount({ id: 2, name: 'Loja Aurora', unique: true })
    let asked = 0
    function Listed() {
      useQuery({ queryKey: ['list', 'payments'], queryFn: () => ++asked })
      return <p>the list of payments</p>
    }
    await open('/dashboard/payin/payments/list', Listed)
    await vi.waitFor(() => expect(asked).toBe(1))
    const steps: string[] = []
    const stop = settings.subscribe(() => steps.push(settings.get().loading.status ? 'loading' : 'done'))
    network.use(
      http.patch('*/rbac/profile', async ({ request }) => {
        profile = await request.json()
        return HttpResponse.json({ status: true, statusCode: 200, message: 'saved' })
      }),
      http.get('*/rbac/me', () => HttpResponse.json({ ...merchant, locale: 'pt' })),
    )
    await press(find('button', 'Language'))
    await press(await vi.waitFor(() => find('[role=menuitemradio]', 'Português')))
    await vi.waitFor(() => expect(document.querySelector('[role=menu][data-open]')).toBeNull())
    await vi.waitFor(() => expect(asked).toBe(2))
    await vi.waitFor(() => expect(steps.at(-1)).toBe('done'))
    expect(profile).toEqual({ locale: 'pt' })
    expect([language(), localStorage.getItem('language')]).toEqual(['pt', 'pt'])
    expect([steps[0], steps.at(-1)]).toEqual(['loading', 'done'])
    stop()
  })

  it('stays, without a word, when it cannot be saved', async () => {
    serverFor(merchant)
    network.use(http.patch('*/rbac/profile', () => refused(500, 'internal_error')))
    await chooseLanguage('pt')
    expect(language()).toBe('en')
    expect(settings.get().loading.status).toBe(false)
  })
})
