import { beforeEach, describe, expect, it, vi } from 'vitest'
import { language } from '../../app/i18n'
import { alert } from '../../app/state'
import { drawInside } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import { ana, done, profileArea, wrongPassword } from '../test-profile'
import { Account } from './Account'

const area = profileArea()
let profile: { name: string; email: string; locale: 'pt' | 'en' | null; pendingEmail?: string }

beforeEach(() => {
  profile = { name: 'Ana Souza', email: ana.email, locale: 'en' }
  area.answer('GET /rbac/profile', () => profile)
  area.answer('PATCH /rbac/profile', (change: object) => {
    profile = { ...profile, ...change }
    return profile
  })
})

const name = () => find<HTMLInputElement>('input', 'Name')

async function draw() {
  await drawInside(<Account />)
  await shows(ana.email)
}

describe('the name', () => {
  it('is read until its button enables it, and saved by Enter', async () => {
    await draw()
    expect([name().readOnly, name().value]).toEqual([true, 'Ana Souza'])
    await press(find('button', 'Edit the name'))
    expect(name().readOnly).toBe(false)
    await type(name(), ' Ana S. Lima ')
    await acting(() => name().form!.requestSubmit())
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Saved']))
    expect(area.bodies('PATCH /rbac/profile')).toEqual([{ name: 'Ana S. Lima' }])
    await vi.waitFor(() => expect([name().readOnly, name().value]).toEqual([true, 'Ana S. Lima']))
  })

  it('is not saved empty, and not saved when it is the same', async () => {
    await draw()
    await press(find('button', 'Edit the name'))
    await type(name(), '  ')
    await press(find('button', 'Save'))
    await shows('Required')
    await type(name(), 'Ana Souza ')
    await press(find('button', 'Save'))
    expect(name().readOnly).toBe(true)
    expect(area.bodies('PATCH /rbac/profile')).toEqual([])
  })

  it('comes back when the person gives up', async () => {
    await draw()
    await press(find('button', 'Edit the name'))
    await type(name(), 'Somebody else')
    await press(find('button', 'Cancel'))
    expect([name().readOnly, name().value]).toEqual([true, 'Ana Souza'])
  })

  it('stays to be typed in when it could not be saved', async () => {
    area.answer('PATCH /rbac/profile', () => refused(500, 'unexpected_error'))
    await draw()
    await press(find('button', 'Edit the name'))
    await type(name(), 'Ana')
    await press(find('button', 'Save'))
    await shows('Something failed on our side')
    expect([name().readOnly, name().value]).toEqual([false, 'Ana'])
  })
})

describe('the address', () => {
  const email = () => find<HTMLInputElement>('[role=dialog] input', 'New e-mail')
  const password = () => find<HTMLInputElement>('[role=dialog] input', 'Your password')
  const send = () => press(find('[role=dialog] button', 'Send the link'))

  async function open() {
    await draw()
    await press(find('button', 'Change'))
    await vi.waitFor(() => find('[role=dialog]'))
  }

  it('is changed with the password, and waits for the mail to be answered', async () => {
    area.answer('POST /rbac/profile/email', ({ email: pendingEmail }: { email: string }) => {
      profile = { ...profile, pendingEmail }
      return done('verify_your_email')
    })
    await open()
    await type(email(), ' ana@loja.example ')
    await type(password(), 'right')
    await send()
    await shows('Waiting for you to follow the link that we sent to ana@loja.example')
    expect(area.bodies('POST /rbac/profile/email')).toEqual([
      { email: 'ana@loja.example', password: 'right' },
    ])
    expect(document.body.textContent).toContain(ana.email)
  })

  it('wants an address and a password before it calls', async () => {
    await open()
    await send()
    expect(document.body.textContent.match(/Required/g)).toHaveLength(2)
    await type(email(), 'ana')
    await shows('Invalid e-mail address')
    expect(area.bodies('POST /rbac/profile/email')).toEqual([])
  })

  it.each([
    ['a wrong password', wrongPassword, 'The password is incorrect'],
    [
      'an address that is no good',
      () => refused(400, { email: ['email_address_invalid'] }),
      'E-mail: Invalid e-mail address',
    ],
    ['a failure of the server', () => refused(500, 'unexpected_error'), 'Something failed on our side'],
  ])('says of %s what it is', async (_name, answer, text) => {
    area.answer('POST /rbac/profile/email', answer)
    await open()
    await type(email(), 'ana@loja.example')
    await type(password(), 'wrong')
    await send()
    await shows(text)
  })
})

describe('the language', () => {
  it('is saved, and every text switches', async () => {
    area.answer('GET /rbac/me', () => ({ ...ana, locale: 'pt' }))
    await draw()
    const list = find('button[role=combobox]')
    expect(list.textContent).toBe('English')
    await press(list)
    await vi.waitFor(() => find('[role=option]', 'Português'))
    await acting(() => {
      const option = find('[role=option]', 'Português')
      for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        option.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
    })
    await shows('Quem você é aqui')
    expect(area.bodies('PATCH /rbac/profile')).toEqual([{ locale: 'pt' }])
    expect(language()).toBe('pt')
  })
})
