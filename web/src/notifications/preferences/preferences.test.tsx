import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import type { Preference } from '../contract'
import { notificationsArea, openAt } from '../test-notifications'

const area = notificationsArea()
const PATH = '/dashboard/settings/account/notifications'
const PUT = 'PUT /v1/notifications/preferences'

const review: Preference = {
  kind: 'payin_review',
  group: 'payin',
  title: 'A payment needs a decision',
  in_app: true,
  email: 'off',
  webhook: false,
  mandatory: false,
}
const password: Preference = {
  ...review,
  kind: 'security_password_changed',
  group: 'security',
  title: 'Your password was changed',
}

beforeEach(() => {
  area.preferences = [review, password]
})

async function open(text = 'Your password was changed') {
  await openAt(PATH)
  await shows(text)
}

const inApp = () => find<HTMLInputElement>('main input[type=checkbox]:not(:disabled)')
const email = (place = 0) => document.querySelectorAll<HTMLElement>('main [role=combobox]')[place]!
const sent = () => area.asked(PUT).map((call) => JSON.parse(call.slice(PUT.length)) as object)
const row = (place: number) => document.querySelectorAll('main tr')[place]!.textContent

async function chooseMail(text: string, place = 0) {
  await press(email(place))
  await vi.waitFor(() => find('[role=listbox]'))
  await press(find('[role=option]', text))
}

describe('how a person is told', () => {
  it('is a matrix of what happened, in groups, in the app and by e-mail', async () => {
    await open()
    const heads = [...document.querySelectorAll('main thead th')].map((head) => head.textContent)
    expect(heads).toEqual(['What happened', 'In the app', 'By e-mail'])
    const groups = [...document.querySelectorAll('main th[scope=rowgroup]')].map((head) => head.textContent)
    expect(groups).toEqual(['Payin', 'Your security'])
    expect(email().getAttribute('aria-label')).toBe('By e-mail: A payment needs a decision: Off')
    expect(inApp().checked).toBe(true)
  })

  it('keeps what concerns the own security always on in the app', async () => {
    area.preferences = [password]
    await open()
    const box = find<HTMLInputElement>('main input[type=checkbox]')
    expect([box.checked, box.disabled]).toEqual([true, true])
    await shows('Always on')
  })

  it('says when there is nothing to be told of', async () => {
    area.preferences = []
    await open('Nothing to be notified of')
    expect(document.querySelector('table')).toBeNull()
  })

  it('keeps a hostile title as text', async () => {
    const title = `<script>alert(1)</script>${'W'.repeat(10_000)}`
    area.preferences = [{ ...review, title }]
    await open(title)
    expect(document.querySelector('main script')).toBeNull()
  })
})

describe('a change', () => {
  it('in the app is saved at once, and says so', async () => {
    await open()
    await press(inApp())
    await shows('Saved')
    expect(sent()).toEqual([{ kind: 'payin_review', in_app: false }])
    expect(inApp().checked).toBe(false)
  })

  it('by e-mail is saved at once too, and changes nothing else', async () => {
    await open()
    await chooseMail('Daily digest')
    await shows('Saved')
    expect(sent()).toEqual([{ kind: 'payin_review', email: 'daily' }])
    expect(email().textContent).toBe('Daily digest')
    expect(inApp().checked).toBe(true)
  })

  it('that cannot be saved says so, keeps what was chosen, and is sent again on request', async () => {
    area.before = ({ method }) => (method === 'PUT' ? refused(500, 'unexpected_error') : undefined)
    await open()
    await press(inApp())
    await shows('Not saved')
    expect(inApp().checked).toBe(false)
    expect(find('main [title]', 'Not saved').title).toBe(
      'Something failed on our side\nFor customer service: r',
    )
    area.before = () => undefined
    await press(find('main button', 'Try again'))
    await shows('Saved')
    expect(sent()).toEqual([
      { kind: 'payin_review', in_app: false },
      { kind: 'payin_review', in_app: false },
    ])
    expect(document.body.textContent).not.toContain('Not saved')
  })

  it('after another of the same cell waits for it, and of several only the last is sent', async () => {
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    area.before = async ({ method }) => {
      if (method === 'PUT') await gate
      return undefined
    }
    await open()
    for (let press_ = 0; press_ < 4; press_++) {
      // One after the other, as a person does.
      // oxlint-disable-next-line no-await-in-loop
      await press(inApp())
    }
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    expect(inApp().checked).toBe(true)
    await acting(() => letGo())
    await shows('Saved')
    expect(sent()).toEqual([
      { kind: 'payin_review', in_app: false },
      { kind: 'payin_review', in_app: true },
    ])
    expect(inApp().checked).toBe(true)
  })

  it('does not undo one of another cell whose answer comes later', async () => {
    const waiting: (() => void)[] = []
    area.before = ({ method }) =>
      method === 'PUT'
        ? new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)))
        : undefined
    await open()
    await press(inApp())
    await chooseMail('At once')
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    await acting(() => waiting[1]!())
    await acting(() => waiting[0]!())
    await vi.waitFor(() =>
      expect(row(2)).toBe(
        'A payment needs a decisionIn the app: A payment needs a decisionSavedAt onceSaved',
      ),
    )
    expect([inApp().checked, email().textContent]).toEqual([false, 'At once'])
  })
})

it('preferences that cannot be read say why, and are asked for again', async () => {
  area.before = ({ url }) => (url.includes('preferences') ? refused(429, 'too_many_calls') : undefined)
  await open('You are going faster than we allow')
  area.before = () => undefined
  await press(find('main button', 'Try again'))
  await shows('Your password was changed')
})

describe('a webhook of the own', () => {
  it('is written down, shown with its secret once, tried, chosen and taken away', async () => {
    await open()
    await shows('Your webhook')
    expect(document.body.textContent).not.toContain('By webhook')
    await press(find('button', 'Save'))
    await shows('Required')
    expect(area.asked('PUT /v1/notifications/webhook')).toEqual([])

    await type(find<HTMLInputElement>('main input[type=url]'), 'https://shop.example/told')
    await press(find('button', 'Save'))
    await shows('whsec_x')
    await press(find('[role=dialog] [role=checkbox], [role=dialog] input[type=checkbox]'))
    await press(find('[role=dialog] button', 'Done'))
    await shows('Not called yet')
    await press(find('button', 'Try it'))
    await shows('Last call: answered 204')

    const boxes = () => [...document.querySelectorAll<HTMLInputElement>('main td:last-child input')]
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
    await press(boxes()[0]!)
    await vi.waitFor(() => expect(sent().at(-1)).toEqual({ kind: 'payin_review', webhook: true }))

    await press(find('button', 'Remove'))
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('By webhook'))
  })

  it('says where an address is refused', async () => {
    await open()
    await shows('Your webhook')
    area.before = (request) =>
      request.method === 'PUT' ? refused(400, { url: ['address_refused'] }) : undefined
    await type(find<HTMLInputElement>('main input[type=url]'), 'https://10.0.0.7/')
    await press(find('button', 'Save'))
    await shows('The address leads into a private network')
  })
})
