import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTIFICATIONS_POLL } from '../../app/constants'
import { texts } from '../../app/i18n'
import { alert } from '../../app/state'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows } from '../../app/test-page'
import { made, notificationsArea, openAt } from '../test-notifications'

const area = notificationsArea()
const ASK = 'GET /v1/notifications'

beforeEach(() => {
  area.all = [made(3), made(2, { is_un_read: false, read_at: 'x' }), made(1)]
})

const bell = () => find('button[aria-haspopup=dialog]')
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] li > *')]
const badge = () => bell().textContent

/** The bell is pressed, and its panel stands open with what the server had. */
async function openPanel(text = 'Notification 3') {
  await vi.waitFor(() => expect(area.asked(ASK).length).toBeGreaterThan(0))
  await press(bell())
  await vi.waitFor(() => find('[role=dialog]'))
  await shows(text)
}

/** Answers of one kind of call wait until they are let go. */
function hold(method: string) {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  area.before = async (request) => {
    if (request.method === method) await gate
    return undefined
  }
  return () => letGo()
}

describe('the bell', () => {
  it('shows how many are unread, and its name tells it', async () => {
    await openAt()
    await vi.waitFor(() => expect(badge()).toBe('2'))
    expect(bell().getAttribute('aria-label')).toBe('Notifications: 2 unread')
    expect(area.asked(ASK)).toEqual([`${ASK} ?locale=en&page=1&per_page=10`])
  })

  it('shows no number when nothing is unread', async () => {
    area.all = []
    await openAt()
    await openPanel('No notifications yet')
    expect([badge(), bell().getAttribute('aria-label')]).toEqual(['', 'Notifications'])
  })

  it('shows 99+ when more than that are unread', async () => {
    area.all = Array.from({ length: 120 }, (_, id) => made(id))
    await openAt()
    await openPanel('120 unread notifications')
    expect(badge()).toBe('99+')
  })

  it('stays as it was, without a word, while the server does not answer', async () => {
    area.before = () => refused(500, 'unexpected_error')
    await openAt()
    await vi.waitFor(() => expect(area.asked(ASK)).toHaveLength(1))
    expect(badge()).toBe('')
    expect(alert.get().state).toBe('closed')
  })
})

describe('the newest are asked for', () => {
  afterEach(() => vi.useRealTimers())

  it('every 30 seconds, and when there are more than before it is said aloud', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openAt()
    await vi.waitFor(() => expect(badge()).toBe('2'))
    expect(find('[role=status]').textContent).toBe('')
    area.all = [made(4), ...area.all]
    await acting(() => vi.advanceTimersByTimeAsync(NOTIFICATIONS_POLL + 50))
    await vi.waitFor(() => expect(badge()).toBe('3'))
    expect(area.asked(ASK)).toHaveLength(2)
    expect(find('[role=status]').textContent).toBe('Notifications: 3 unread')
  })

  it('when the panel opens', async () => {
    await openAt()
    await vi.waitFor(() => expect(badge()).toBe('2'))
    area.all = [made(4), ...area.all]
    await openPanel('Notification 4')
    expect(area.asked(ASK)).toHaveLength(2)
  })

  it('when the language changes, in that language', async () => {
    await openAt()
    await openPanel()
    await acting(() => texts.changeLanguage('pt'))
    await shows('Aviso 3')
    await shows('2 notificações não lidas')
    expect(area.asked(ASK).at(-1)).toBe(`${ASK} ?locale=pt&page=1&per_page=10`)
  })
})

describe('the panel', () => {
  it('shows the ten newest of many, and how many of all are unread', async () => {
    area.all = Array.from({ length: 14 }, (_, place) => made(14 - place))
    await openAt()
    await openPanel('14 unread notifications')
    expect(rows()).toHaveLength(10)
    expect(rows()[9]!.textContent).toContain('Notification 5')
  })

  it('says one in the singular, and tells unread from read to those who see no dot', async () => {
    area.all = [made(3), made(2, { is_un_read: false })]
    await openAt()
    await openPanel('1 unread notification')
    expect(document.body.textContent).not.toContain('1 unread notifications')
    expect(rows().map((row) => row.textContent.startsWith('Unread: '))).toEqual([true, false])
  })

  it('says when there is nothing', async () => {
    area.all = []
    await openAt()
    await openPanel('No notifications yet')
    expect(rows()).toHaveLength(0)
  })

  it('leads to the preferences and to all of them, and closes on the way', async () => {
    const router = await openAt()
    await openPanel()
    expect(find('[role=dialog] a', 'See all').getAttribute('href')).toBe('/dashboard/notifications')
    await press(find('[role=dialog] a', 'Notification preferences'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(router.state.location.pathname).toBe('/dashboard/settings/account/notifications')
  })

  it('closes by Escape, and the keyboard is back on the bell', async () => {
    await openAt()
    await acting(() => bell().focus())
    await openPanel()
    expect(find('[role=dialog]').contains(document.activeElement)).toBe(true)
    await acting(() =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      ),
    )
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(bell()))
  })

  it('shows that it waits while the answer is slow', async () => {
    const letGo = hold('GET')
    await openAt()
    await press(bell())
    await vi.waitFor(() => expect(find('[role=dialog] [aria-busy=true]').textContent).toBe(''))
    letGo()
    await shows('Notification 3')
    expect(document.querySelector('[role=dialog] [aria-busy=true]')).toBeNull()
  })

  it.each([
    ['is refused', 'Something failed on our side', () => refused(500, 'unexpected_error')],
    ['is cut off', 'arrived only in part', () => new Response('{"notifications": [{"uui', { status: 200 })],
    ['is something else', 'Something failed on our side', () => Response.json({ unread: 3 })],
  ])('says so when the list %s, and offers another try', async (_name, said, answering) => {
    area.before = answering
    await openAt()
    await openPanel(said)
    area.before = () => undefined
    await press(find('[role=dialog] button', 'Try again'))
    await shows('Notification 3')
    expect(document.body.textContent).not.toContain(said)
  })

  it('keeps hostile text as text', async () => {
    const hostile = '<img src=x onerror=alert(1)> {{count}} \u202e$t(common.loading) 😀'
    area.all = [made(3, { title: hostile, message: 'W'.repeat(10_000) })]
    await openAt()
    await openPanel(hostile)
    expect(document.querySelector('[role=dialog] img')).toBeNull()
    expect(rows()[0]!.textContent).toContain('W'.repeat(10_000))
  })
})

describe('a click on a notification', () => {
  it('marks it as read, loads the list again, and goes where it leads', async () => {
    const router = await openAt()
    await openPanel()
    await press(rows()[0]!)
    await vi.waitFor(() => expect(badge()).toBe('1'))
    expect(area.asked('PUT')).toEqual(['PUT /notifications/n-3/read'])
    expect(area.calls.at(-1)).toBe(`${ASK} ?locale=en&page=1&per_page=10`)
    expect(router.state.location.href).toBe('/dashboard/payin/payments/reviews?page=2')
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('twice in a row marks once', async () => {
    const letGo = hold('PUT')
    await openAt()
    await openPanel()
    const row = rows()[0]!
    await acting(() => {
      row.click()
      row.click()
    })
    letGo()
    await vi.waitFor(() => expect(badge()).toBe('1'))
    expect(area.asked('PUT')).toHaveLength(1)
  })

  it('on one that is read already only goes where it leads', async () => {
    const router = await openAt()
    await openPanel()
    await press(rows()[1]!)
    expect(router.state.location.pathname).toBe('/dashboard/payin/payments/reviews')
    expect(area.asked('PUT')).toEqual([])
  })

  it('that leads nowhere marks it, and the panel stays', async () => {
    area.all = [made(3, { redirect: null })]
    const router = await openAt()
    await openPanel()
    await press(rows()[0]!)
    await shows('Nothing unread')
    expect(find('[role=dialog]')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/dashboard')
  })

  it('does not wait for a slow call before it goes', async () => {
    const letGo = hold('PUT')
    const router = await openAt()
    await openPanel()
    await press(rows()[0]!)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/payin/payments/reviews'))
    expect(badge()).toBe('2')
    letGo()
    await vi.waitFor(() => expect(badge()).toBe('1'))
  })

  it('that cannot be marked stays unread, says why, and can be tried again', async () => {
    area.before = ({ method }) => (method === 'PUT' ? refused(500, 'unexpected_error') : undefined)
    await openAt()
    await openPanel()
    await press(rows()[0]!)
    await vi.waitFor(() =>
      expect(alert.get().message).toEqual([
        'This could not be marked as read',
        'Something failed on our side',
        'For customer service: r',
      ]),
    )
    expect(badge()).toBe('2')
    area.before = () => undefined
    expect(alert.get().options[0]!.label).toBe('Try again')
    await acting(() => alert.get().options[0]!.action())
    await vi.waitFor(() => expect(badge()).toBe('1'))
    expect(alert.get().state).toBe('closed')
  })
})

describe('marking all', () => {
  it('marks those of other pages too, once however often it is pressed', async () => {
    area.all = Array.from({ length: 14 }, (_, place) => made(14 - place))
    const letGo = hold('PUT')
    await openAt()
    await openPanel('14 unread notifications')
    const button = find('[role=dialog] button', 'Mark all as read')
    await acting(() => {
      button.click()
      button.click()
    })
    expect(button.getAttribute('aria-busy')).toBe('true')
    letGo()
    await shows('Nothing unread')
    expect(area.asked('PUT')).toEqual(['PUT /notifications/read-all'])
    expect(badge()).toBe('')
  })

  it('does nothing when nothing is unread, and keeps its place for the keyboard', async () => {
    area.all = [made(1, { is_un_read: false })]
    await openAt()
    await openPanel('Nothing unread')
    const button = find<HTMLButtonElement>('[role=dialog] button', 'Mark all as read')
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    await press(button)
    expect(area.asked('PUT')).toEqual([])
  })

  it('that fails says so, and the same button tries again', async () => {
    area.before = ({ method }) => (method === 'PUT' ? refused(503, 'temporarily_unavailable') : undefined)
    await openAt()
    await openPanel()
    await press(find('[role=dialog] button', 'Mark all as read'))
    await shows('This could not be marked as read. The service does not answer right now.')
    area.before = () => undefined
    await press(find('[role=dialog] button', 'Mark all as read'))
    await shows('Nothing unread')
    expect(document.querySelector('[role=dialog] [role=alert]')).toBeNull()
  })
})

describe('two tabs', () => {
  it('what one has read the other shows as read at once', async () => {
    await openAt()
    await vi.waitFor(() => expect(badge()).toBe('2'))
    const other = new BroadcastChannel('notifications-read')
    area.read('n-3')
    other.postMessage('read')
    await vi.waitFor(() => expect(badge()).toBe('1'))
    other.close()
  })

  it('are told when something is read here', async () => {
    const heard = vi.fn<() => void>()
    const other = new BroadcastChannel('notifications-read')
    other.addEventListener('message', heard)
    await openAt()
    await openPanel()
    await press(rows()[0]!)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    other.close()
  })

  it('may both mark the same: the number is the one of the server', async () => {
    await openAt()
    await openPanel()
    area.read('n-3')
    await press(rows()[0]!)
    await vi.waitFor(() => expect(badge()).toBe('1'))
    expect(alert.get().state).toBe('closed')
  })
})

describe('the analytics', () => {
  afterEach(() => {
    delete window.dataLayer
  })

  it('hear of an opened panel and of a clicked notification, with their flags', async () => {
    window.dataLayer = []
    await openAt()
    await vi.waitFor(() => expect(badge()).toBe('2'))
    await openPanel()
    await press(rows()[0]!)
    expect(window.dataLayer).toEqual([
      { event: 'open-notifications', unread: true, backoffice: false },
      { event: 'click-notification', unread: true, id: 3, backoffice: false },
    ])
  })
})
