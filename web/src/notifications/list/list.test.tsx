import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert } from '../../app/state'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows } from '../../app/test-page'
import { made, notificationsArea, openAt } from '../test-notifications'
import { readAddress, writeAddress } from './address'

const area = notificationsArea()
const LIST = '/dashboard/notifications'

beforeEach(() => {
  // 14 … 1; every other one is read.
  area.all = Array.from({ length: 14 }, (_, place) =>
    made(14 - place, place % 2 ? { is_un_read: false, read_at: 'x' } : {}),
  )
})

const rows = () => [...document.querySelectorAll<HTMLElement>('main li > *')]
const titles = () => rows().map((row) => /Notification \d+/.exec(row.textContent)?.[0])

async function open(search = '', text = 'unread notifications') {
  const router = await openAt(`${LIST}${search}`)
  await shows(text)
  await vi.waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
  return router
}

describe('all notifications', () => {
  it('are shown ten a page, the newest first, with how many are unread', async () => {
    await open()
    expect(find('main h1').textContent).toBe('Notifications')
    await shows('7 unread notifications')
    expect([titles().length, titles()[0]]).toEqual([10, 'Notification 14'])
    await shows('1–10 of 14')
  })

  it('are turned page by page, and the address says which', async () => {
    const router = await open()
    await press(find('button', 'Next page'))
    await shows('11–14 of 14')
    expect(titles()).toEqual(['Notification 4', 'Notification 3', 'Notification 2', 'Notification 1'])
    expect(router.state.location.search).toEqual({ page: '2' })
    expect(find<HTMLButtonElement>('button', 'Next page').disabled).toBe(true)
  })

  it('are narrowed to the unread, from the first page', async () => {
    const router = await open('?page=2')
    await press(find('button', 'Unread only'))
    await shows('1–7 of 7')
    expect(rows()).toHaveLength(7)
    expect(router.state.location.search).toEqual({ unread: 'true' })
    expect(find('button', 'Unread only').getAttribute('aria-pressed')).toBe('true')
  })

  it('are marked all at once, and the bell knows', async () => {
    await open()
    await press(find('button', 'Mark all as read'))
    await shows('Nothing unread')
    expect(find('button[aria-haspopup=dialog]').textContent).toBe('')
    expect(rows().some((row) => row.textContent.startsWith('Unread'))).toBe(false)
  })

  it('lead where they are about, marked as read', async () => {
    const router = await open()
    await press(rows()[0]!)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/payin/payments/reviews'))
    await vi.waitFor(() => expect(area.asked('PUT')).toEqual(['PUT /notifications/n-14/read']))
  })

  it('stay under their filter when one that leads nowhere is read, but for that one', async () => {
    area.all = [made(2, { redirect: null }), made(1)]
    await open('?unread=true')
    expect(titles()).toEqual(['Notification 2', 'Notification 1'])
    await press(rows()[0]!)
    await vi.waitFor(() => expect(titles()).toEqual(['Notification 1']))
  })

  it('lead to the preferences', async () => {
    await open()
    expect(find('main a', 'Preferences').getAttribute('href')).toBe(
      '/dashboard/settings/account/notifications',
    )
  })
})

describe('without any', () => {
  it('says that there are none yet', async () => {
    area.all = []
    await open('', 'No notifications yet')
    expect(document.querySelector('main nav')).toBeNull()
  })

  it('says that everything is read, and shows the others on request', async () => {
    area.all = [made(1, { is_un_read: false })]
    await open('?unread=true', 'Everything is read')
    await press(find('main button', 'Show all'))
    await shows('1–1 of 1')
  })

  it('says that a page is past the end, and leads to the first', async () => {
    const router = await open('?page=9', 'This page is past the end of the list')
    await press(find('main button', 'To the first page'))
    await shows('1–10 of 14')
    expect(router.state.location.search).toEqual({})
  })
})

describe('a bad day', () => {
  it('a list that cannot be read says why, and is asked for again', async () => {
    area.before = () => refused(429, 'too_many_calls')
    await open('', 'This list could not be loaded')
    await shows('You are going faster than we allow')
    area.before = () => undefined
    await press(find('main button', 'Try again'))
    await shows('1–10 of 14')
  })

  it('a slow list shows that it waits, and keeps the old page while another comes', async () => {
    let letGo: () => void = () => undefined
    await open()
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    area.before = async () => {
      await gate
      return undefined
    }
    await press(find('button', 'Next page'))
    await vi.waitFor(() => find('main section[aria-busy=true]'))
    expect(titles()[0]).toBe('Notification 14')
    await acting(() => letGo())
    await shows('11–14 of 14')
  })

  it('what means nothing in the address is named and dropped', async () => {
    const router = await open('?page=0&unread=perhaps&colour=red&per_page=25')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ per_page: '25' }))
    expect(alert.get().message[0]).toContain('page, unread, colour')
    await shows('1–14 of 14')
  })
})

describe('the address', () => {
  it.each([
    [{}, { page: 1, perPage: 10, unread: false }, []],
    [{ page: '3', per_page: '50', unread: 'true' }, { page: 3, perPage: 50, unread: true }, []],
    [{ page: '-1' }, { page: 1, perPage: 10, unread: false }, ['page']],
    [{ page: '99999999' }, { page: 1, perPage: 10, unread: false }, ['page']],
    [{ page: '1.5', per_page: '11' }, { page: 1, perPage: 10, unread: false }, ['page', 'per_page']],
    [{ unread: 'false' }, { page: 1, perPage: 10, unread: false }, ['unread']],
    [{ page: '' }, { page: 1, perPage: 10, unread: false }, []],
  ])('%j is read as %j, without %j', (search, listed, dropped) => {
    expect(readAddress(search)).toEqual({ listed, dropped })
  })

  it('holds only what is not as usual', () => {
    expect(writeAddress({ page: 1, perPage: 10, unread: false })).toEqual({})
    const all = { unread: 'true', page: '2', per_page: '50' }
    expect(writeAddress(readAddress(all).listed)).toEqual(all)
  })
})
