import { describe, expect, it, vi } from 'vitest'
import { drawInside } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { find, press, shows, type } from '../../app/test-page'
import { done, profileArea, wrongPassword } from '../test-profile'
import { PasswordCard } from './PasswordCard'

const area = profileArea()
const OLD = 'Mesa#Azul-2026'
const NEW = 'Mesa#Verde-2027'

const input = (label: string) => find<HTMLInputElement>('input', label)
const typed = () => ['Old password', 'New password', 'New password again'].map((label) => input(label).value)
const errorOf = (label: string) => {
  const ids = input(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const error = ids.find((id) => id.endsWith('-error'))
  return error ? document.getElementById(error)!.textContent : null
}
const submit = () => press(find('[role=dialog] button[type=submit]'))

async function open() {
  await drawInside(<PasswordCard />)
  await press(find('button', 'Change password'))
  await vi.waitFor(() => find('[role=dialog]'))
}

async function fill(old: string, fresh: string, again = fresh) {
  await type(input('Old password'), old)
  await type(input('New password'), fresh)
  await type(input('New password again'), again)
}

describe('changing the password', () => {
  it('wants all three fields, a good password, and twice the same, before it calls', async () => {
    await open()
    await submit()
    expect(['Old password', 'New password', 'New password again'].map(errorOf)).toEqual([
      'Required',
      'Required',
      'Required',
    ])
    await vi.waitFor(() => expect(document.activeElement).toBe(input('Old password')))
    await fill(OLD, 'Mesa#Verde', 'Mesa#Verdf')
    expect(find('[class*=broken]').textContent).toBe('At least 12 characters')
    expect(errorOf('New password again')).toBe('The passwords are not the same')
    await submit()
    expect(area.sent).toEqual([])
  })

  it('sends the old and the new one without the repetition, says so, and empties the form', async () => {
    area.answer('POST /auth/password', () => done('password_change_success'))
    await open()
    await fill(OLD, NEW)
    await submit()
    await shows('Password changed')
    expect(area.sent.map(({ call, body }) => ({ call, body }))).toEqual([
      { call: 'POST /auth/password', body: { oldPassword: OLD, newPassword: NEW } },
    ])
    expect(typed()).toEqual(['', '', ''])
    expect(find('[role=dialog] [role=status]').textContent).toBe('Password changed')
  })

  it('says that the old password was wrong', async () => {
    area.answer('POST /auth/password', wrongPassword)
    await open()
    await fill('Mesa#Rosa-2026', NEW)
    await submit()
    await shows('The old password is incorrect')
    expect(typed()).toEqual(['Mesa#Rosa-2026', NEW, NEW])
  })

  it.each([
    ['anything else', () => refused(409, 'conflict'), ['The password could not be changed']],
    [
      'a rule that only the server knows',
      () => refused(400, { newPassword: ['common_password'] }),
      ['The password could not be changed', 'New password: This password is too common'],
    ],
    [
      'a failure of the server',
      () => refused(500, 'unexpected_error'),
      ['The password could not be changed'],
    ],
  ])('says of %s that it failed', async (_name, answer, lines) => {
    area.answer('POST /auth/password', answer)
    await open()
    await fill(OLD, NEW)
    await submit()
    await shows('The password could not be changed')
    expect([...find('[role=dialog] [role=alert]').querySelectorAll('p')].map((p) => p.textContent)).toEqual(
      lines,
    )
  })

  it('forgets what came of it when it closes', async () => {
    area.answer('POST /auth/password', wrongPassword)
    await open()
    await fill(OLD, NEW)
    await submit()
    await shows('The old password is incorrect')
    await press(find('[role=dialog] button', 'Back'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await press(find('button', 'Change password'))
    await vi.waitFor(() => find('[role=dialog]'))
    expect(document.querySelector('[role=dialog] [role=alert]')).toBeNull()
    expect(typed()).toEqual(['', '', ''])
  })
})
