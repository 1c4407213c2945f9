import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpResponse, refused } from '../app/test-kit'
import { draw, find, press, shows, type } from '../app/test-page'
import { ConfirmForm } from './ConfirmForm'
import { ForgotForm } from './ForgotForm'
import { passwordProblem } from './password'
import { credentials, email, signInArea } from './test-area'

vi.mock('./solve', () => ({ solve: vi.fn<() => Promise<string>>() }))
vi.mock('../app/pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const area = signInArea()
const onBack = vi.fn<() => void>()
beforeEach(() => {
  onBack.mockReset()
})

function Page() {
  const [address, setAddress] = useState('')
  return <ForgotForm email={address} onEmail={setAddress} onBack={onBack} />
}

const forgot = () => draw(<Page />)
const focused = (element: () => HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement).toBe(element()))
const said = (message: string, statusCode = 200) =>
  HttpResponse.json({ status: true, statusCode, message }, { status: statusCode })

describe('the form for a forgotten password', () => {
  const send = () => find<HTMLButtonElement>('button', 'Send the link')

  it('wants something that looks like an address before it calls', async () => {
    area.answers('forgot', () => said('verify_your_email'))
    await forgot()
    await press(send())
    await shows('Required')
    await type(email(), 'ana')
    await shows('Invalid e-mail address')
    expect(area.sent).toEqual([])
    await focused(email)
  })

  it('waits 500 ms, sends the address with its own bot check, says where to look, and shows it as sent', async () => {
    area.answers('forgot', () => said('verify_your_email'))
    await forgot()
    await type(email(), ` ${credentials.email}`)
    await press(send())
    await shows('Check your e-mail')
    expect(find<HTMLButtonElement>('button', 'Sent').disabled).toBe(true)
    expect(area.sent).toEqual([
      { body: { email: credentials.email }, botCheck: expect.stringMatching(/^answer/), bearer: null },
    ])
    expect([...new Set(area.checks)]).toEqual(['forgot'])
    expect(area.waits()).toEqual([500])
    expect(onBack).not.toHaveBeenCalled()
    await press(find('button', 'Back'))
    expect(onBack).toHaveBeenCalledOnce()
  })

  it.each([
    ['a refusal without words', () => refused(404, 'nothing_we_know'), 'E-mail not found'],
    ['fields', () => refused(400, { email: ['email_address_invalid'] }), 'E-mail: Invalid e-mail address'],
    ['too many tries', () => refused(429, 'too_many_tries'), 'Too many tries'],
    ['the bot check', () => refused(400, 'ishuman_failed'), 'We could not confirm that you are human'],
    ['no answer', () => HttpResponse.error(), 'No connection to the server'],
    ['a failure of the server', () => refused(500, 'unexpected_error'), 'Something failed on our side'],
  ])('says what %s mean, and can be tried again', async (_name, answer, text) => {
    area.answers('forgot', answer)
    await forgot()
    await type(email(), credentials.email)
    await press(send())
    await shows(text)
    expect([send().disabled, email().disabled]).toEqual([false, false])
    await focused(email)
    expect(find('[role=alert]').querySelectorAll('li')).toHaveLength(_name === 'fields' ? 1 : 0)
  })

  it('goes back', async () => {
    await forgot()
    await press(find('button', 'Cancel'))
    expect(onBack).toHaveBeenCalledOnce()
  })
})

describe('the form for a new password', () => {
  const onForgot = vi.fn<() => void>()
  const confirm = () => draw(<ConfirmForm rememberToken="t-1" onBack={onBack} onForgot={onForgot} />)
  const newPassword = () => find<HTMLInputElement>('input', 'New password')
  const change = () => find<HTMLButtonElement>('button', 'Change password')

  it('shows what a new password has, while it is typed', async () => {
    await confirm()
    await type(newPassword(), 'Abcdefghijkl')
    const met = () =>
      [...document.querySelectorAll('svg[aria-label=done]')].map((one) => one.parentElement!.textContent)
    expect(met()).toEqual([
      'At least 12 characters',
      'At least one upper-case letter',
      'At least one lower-case letter',
    ])
    expect(newPassword().getAttribute('aria-invalid')).toBeNull()
  })

  it.each([
    ['', 'Required'],
    ['short', 'At least 12 characters'],
    ['abcdefghijkl', 'At least one upper-case letter'],
    ['ABCDEFGHIJKL', 'At least one lower-case letter'],
    ['Abcdefghijkl', 'At least one number'],
    ['Abcdefghijk1', 'At least one special character'],
  ])('says the first thing that %s lacks, after a try', async (password, text) => {
    area.answers('forgot', () => said('password_success'))
    await confirm()
    await type(newPassword(), password)
    expect(newPassword().getAttribute('aria-invalid')).toBeNull()
    await press(change())
    expect(newPassword().getAttribute('aria-invalid')).toBe('true')
    const [hint, error] = newPassword().getAttribute('aria-describedby')!.split(' ')
    const words = error
      ? document.getElementById(error)!
      : document.getElementById(hint!)!.querySelector('[class*=broken]')!
    expect(words.textContent).toBe(text)
    expect(area.sent).toEqual([])
  })

  it('changes the password with the token of the mail, and goes back after 2.5 s', async () => {
    area.answers('forgot', () => said('password_success'))
    await confirm()
    await type(newPassword(), 'Mesa#Verde-2027')
    await press(change())
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce())
    expect(area.sent[0]!.body).toEqual({ rememberToken: 't-1', newPassword: 'Mesa#Verde-2027' })
    expect([...new Set(area.checks)]).toEqual(['confirm'])
    expect(area.waits()).toEqual([500, 2500])
    await shows('Password changed')
  })

  it.each([
    [() => refused(400, 'new_password_fail'), 'The password could not be changed'],
    [() => refused(400, { newPassword: ['common_password'] }), 'New password: This password is too common'],
    [() => refused(400, { newPassword: ['min_length_required'] }), 'New password: At least 12 characters'],
  ])('says why a password was not taken', async (answer, text) => {
    area.answers('forgot', answer)
    await confirm()
    await type(newPassword(), 'Mesa#Verde-2027')
    await press(change())
    await shows(text)
    expect(change().disabled).toBe(false)
    await focused(newPassword)
    expect(onBack).not.toHaveBeenCalled()
  })

  it.each([
    ['the link is over', () => refused(400, 'reset_token_invalid'), true],
    ['nothing answers', () => HttpResponse.error(), false],
    ['there were too many tries', () => refused(429, 'too_many_tries'), false],
    ['the password is poor', () => refused(400, { newPassword: ['common_password'] }), false],
  ])('always leads back to login, and to another link when %s', async (_name, answer, another) => {
    area.answers('forgot', answer)
    await confirm()
    await type(newPassword(), 'Mesa#Verde-2027')
    await press(change())
    await vi.waitFor(() => find('[role=alert]'))
    const buttons = [...document.querySelectorAll('form button')].map((one) => one.textContent)
    expect(buttons.includes('Ask for a new link')).toBe(another)
    await press(find('button', 'Cancel'))
    expect(onBack).toHaveBeenCalledOnce()
    expect(onForgot).not.toHaveBeenCalled()
  })

  it('warns and leads to double approval when a second person has to agree, and stays', async () => {
    area.answers('forgot', () => said('awaiting_approval', 202))
    await confirm()
    await type(newPassword(), 'Mesa#Verde-2027')
    await press(change())
    await shows('Sent for approval')
    expect(find('a', 'Double approval').getAttribute('href')).toBe(
      '/dashboard/settings/double-approval?per_page=10&page=1',
    )
    expect([area.waits(), onBack.mock.calls]).toEqual([[500], []])
    await press(find('button', 'Cancel'))
    expect(onBack).toHaveBeenCalledOnce()
  })
})

describe('a new password', () => {
  it.each([
    ['', 'common.field_required'],
    ['Ab1#', 'login.invalid_password.min_length_required'],
    ['ab1#ab1#ab1#', 'login.invalid_password.upper_case'],
    ['AB1#AB1#AB1#', 'login.invalid_password.lower_case'],
    ['Abc#Abc#Abc#', 'login.invalid_password.numbers'],
    ['Abc1Abc1Abc1', 'login.invalid_password.alphas'],
    ['Abc_Abc_Abc1', 'login.invalid_password.alphas'],
    ['Ab1#Ab1#Ab1#', null],
    [`Ab1#${'x'.repeat(124)}`, null],
  ])('%s: %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))
})
