import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAlert, showAlert } from '../app/state'
import { acting, draw, find, press, realTexts, type } from '../app/test-page'
import { AlertHost } from '../root/AlertHost'
import { Button } from './Button'
import { Field } from './Field'
import { initials } from './initials'
import { MoneyInput, readTyped, typedMoney } from './MoneyInput'
import { TextArea, TextInput } from './TextInput'

beforeAll(() => realTexts())

describe('a text that has a limit', () => {
  const sent = vi.fn<(text: string) => void>()
  function Form({ most, area = false }: { most: number; area?: boolean }) {
    const [text, setText] = useState('')
    const Control = area ? TextArea : TextInput
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sent(text)
        }}
      >
        <Field label="Reason" hint="Why">
          {(control) => (
            <Control
              {...control}
              maxLength={most}
              value={text}
              onChange={({ target }: { target: { value: string } }) => setText(target.value)}
            />
          )}
        </Field>
        <button type="submit">Send</button>
      </form>
    )
  }
  const control = () => find<HTMLInputElement>('input, textarea', 'Reason')
  const told = () =>
    (control().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)

  it.each([false, true])(
    'keeps all that is pasted, says by how much it is too long, and is not sent',
    async (area) => {
      sent.mockReset()
      await draw(<Form most={2000} area={area} />)
      expect(control().maxLength).toBe(-1)
      await type(control(), 'x'.repeat(1800))
      expect(told()).toEqual(['Why', '1,800 of 2,000'])
      await type(control(), 'x'.repeat(2012))
      expect(control().value).toHaveLength(2012)
      expect(told()).toEqual(['Why', '12 characters too long: 2,012 of 2,000'])
      expect(control().getAttribute('aria-invalid')).toBe('true')
      await press(find('button', 'Send'))
      expect(sent).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(control())
      await type(control(), 'x'.repeat(2000))
      await press(find('button', 'Send'))
      expect(sent).toHaveBeenCalledOnce()
    },
  )

  it('counts signs as the server does, and of short ones only what is too much', async () => {
    await draw(<Form most={10} />)
    await type(control(), ` ${'😀'.repeat(10)} `)
    expect(told()).toEqual(['Why'])
    await type(control(), '😀'.repeat(11))
    expect(told()).toEqual(['Why', '1 character too long: 11 of 10'])
  })
})

describe('money that is typed', () => {
  it.each([
    ['', null],
    ['0,00', null],
    ['1', 1],
    ['0,012', 12],
    ['R$ 1.234,56', 123_456],
    ['12a34', 1234],
    ['-5', 5],
    ['99999999999999999999', 9_999_999_999_999],
  ])('%s is %s in minor units', (text, minor) => expect(readTyped(text)).toBe(minor))

  it.each([
    [5, 2, 'en', '0.05'],
    [1_249_990, 2, 'en', '12,499.90'],
    [1_249_990, 2, 'pt', '12.499,90'],
    [9_999_999_999_999, 2, 'pt', '99.999.999.999,99'],
    [1500, 0, 'en', '1,500'],
  ])('%s with %s decimals in %s is shown as %s', (minor, decimals, language, text) =>
    expect(typedMoney(minor, decimals, language)).toBe(text),
  )

  it('grows from the right, digit by digit', async () => {
    function Form() {
      const [value, setValue] = useState<number | null>(null)
      return <MoneyInput aria-label="Amount" value={value} onChange={setValue} />
    }
    await draw(<Form />)
    const input = find<HTMLInputElement>('input')
    await type(input, '1')
    expect(input.value).toBe('0.01')
    await type(input, '0.012')
    expect(input.value).toBe('0.12')
    await type(input, '0.1299')
    expect(input.value).toBe('12.99')
  })
})

describe('initials', () => {
  it.each([
    ['Diego Ramos', 'person', 'DR'],
    ['Ana Beatriz de Souza', 'person', 'AS'],
    ['diego.ramos', 'person', 'DR'],
    ['Ana', 'person', 'A'],
    ['', 'person', ''],
    ['Loja Aurora Comércio Ltda', 'thing', 'LA'],
    ['Oficina do Zé ME', 'thing', 'OZ'],
    ['🏪 Loja', 'thing', '🏪L'],
  ] as const)('of %s (%s) are %s', (name, kind, letters) => expect(initials(name, kind)).toBe(letters))
})

describe('a field', () => {
  it('ties label, hint and error to its control', async () => {
    await draw(
      <Field label="Name" hint="As on paper" error="Required" required>
        {(control) => <TextInput {...control} />}
      </Field>,
    )
    const input = find<HTMLInputElement>('input', 'Name')
    const described = input.getAttribute('aria-describedby')!.split(' ')
    expect(described.map((id) => document.getElementById(id)!.textContent)).toEqual([
      'As on paper',
      'Required',
    ])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })
})

it('a busy button takes no press and keeps its place for the keyboard', async () => {
  const onClick = vi.fn<() => void>()
  await draw(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  )
  const button = find<HTMLButtonElement>('button')
  await press(button)
  expect(onClick).not.toHaveBeenCalled()
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([false, 'true'])
})

describe('a toast', () => {
  afterEach(() => {
    vi.useRealTimers()
    closeAlert()
  })
  const region = () => find('section', 'Messages')

  it('has several lines, stays on a click elsewhere, and leaves after six seconds', async () => {
    vi.useFakeTimers()
    await draw(<AlertHost />)
    await acting(() => showAlert('warning', ['First', 'Second']))
    expect([...region().querySelectorAll('p')].map((line) => line.textContent)).toEqual(['First', 'Second'])
    await press(document.body)
    await acting(() => vi.advanceTimersByTime(5999))
    expect(region().textContent).toContain('First')
    await acting(() => vi.advanceTimersByTime(1))
    expect(region().textContent).toBe('')
  })

  it('stays while somebody points at it or has the keyboard in it', async () => {
    vi.useFakeTimers()
    await draw(<AlertHost />)
    await acting(() => showAlert('info', ['Same', 'Same']))
    const toast = region().firstElementChild!
    const happens = (name: string) => acting(() => toast.dispatchEvent(new Event(name, { bubbles: true })))
    await happens('pointerover')
    await acting(() => vi.advanceTimersByTime(60_000))
    expect(region().querySelectorAll('p')).toHaveLength(2)
    await happens('pointerout')
    await happens('focusin')
    await acting(() => vi.advanceTimersByTime(60_000))
    expect(region().textContent).toContain('Same')
    await happens('focusout')
    await acting(() => vi.advanceTimersByTime(6000))
    expect(region().textContent).toBe('')
  })

  it.each([
    ['success', 'Done'],
    ['info', 'Information'],
    ['warning', 'Attention'],
    ['error', 'Error'],
  ] as const)('names its level %s in words: %s', async (severity, word) => {
    await draw(<AlertHost />)
    await acting(() => showAlert(severity, 'x'))
    expect(region().querySelector('svg')!.getAttribute('aria-label')).toBe(word)
  })

  it('closes by its button', async () => {
    await draw(<AlertHost />)
    await acting(() => showAlert('error', 'Broken'))
    expect(find('[role=alert]').textContent).toContain('Broken')
    await press(find('button', 'Close'))
    expect(region().textContent).toBe('')
  })

  it('shows hostile text as text', async () => {
    await draw(<AlertHost />)
    await acting(() => showAlert('error', '<img src=x onerror=alert(1)>'))
    expect(region().querySelector('img')).toBeNull()
    expect(region().textContent).toContain('<img src=x')
  })
})
