import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAlert, showAlert } from '../app/state'
import { acting, draw, find, press, realTexts, type } from '../app/test-page'
import { AlertHost } from '../root/AlertHost'
import { readAmount, readDigits, typedMoney } from './amountText'
import { Button } from './Button'
import { Field } from './Field'
import { initials } from './initials'
import { MoneyInput } from './MoneyInput'
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
    ['50', 5000],
    ['0,5', 50],
    ['12,5', 1250],
    ['1234.5', 123_450],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1234.56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['1.234.567', 123_456_700],
    ['1,234', 123_400],
    ['.5', 50],
    ['50,', 5000],
  ])('%s is %s in minor units, as it is written', (text, minor) =>
    expect(readAmount(text, 2, 'en')).toEqual({ minor }),
  )

  it.each([
    ['-5', 'en', 'sign'],
    ['(5)', 'en', 'sign'],
    ['12a34', 'en', 'letters'],
    ['abc', 'pt', 'letters'],
    ['1.234', 'en', 'ambiguous'],
    ['1,234', 'pt', 'ambiguous'],
    ['1,2345', 'en', 'unreadable'],
    ['1.23,45', 'pt', 'unreadable'],
    ['1,234,56', 'en', 'unreadable'],
    ['99999999999999999999', 'en', 'too_large'],
  ] as const)('%s in %s is refused: %s', (text, language, wrong) =>
    expect(readAmount(text, 2, language)).toEqual({ wrong }),
  )

  it('a point that parts thousands in one language is one there', () => {
    expect(readAmount('1.234', 2, 'pt')).toEqual({ minor: 123_400 })
    expect(readAmount('1.234', 0, 'en')).toEqual({ minor: 1234 })
  })

  it.each([
    [5, 2, 'en', '0.05'],
    [1_249_990, 2, 'en', '12,499.90'],
    [1_249_990, 2, 'pt', '12.499,90'],
    [9_999_999_999_999, 2, 'pt', '99.999.999.999,99'],
    [1500, 0, 'en', '1,500'],
  ])('%s with %s decimals in %s is shown as %s', (minor, decimals, language, text) =>
    expect(typedMoney(minor, decimals, language as 'pt' | 'en')).toBe(text),
  )

  it.each([
    ['1', 1],
    ['0,012', 12],
    ['99999999999999999999', 9_999_999_999_999],
  ])('at a till %s is %s in minor units', (text, minor) => expect(readDigits(text)).toBe(minor))

  it('stays as it is written, says what is wrong with it, and stands in full once the person goes on', async () => {
    const [values, onChange] = [[] as (number | null)[], (value: number | null) => values.push(value)]
    function Form() {
      const [value, setValue] = useState<number | null>(null)
      return (
        <Field label="Amount" error="Required">
          {(control) => (
            <MoneyInput
              {...control}
              value={value}
              onChange={(next) => {
                setValue(next)
                onChange(next)
              }}
            />
          )}
        </Field>
      )
    }
    await draw(<Form />)
    const input = find<HTMLInputElement>('input')
    await type(input, '50')
    expect(input.value).toBe('50')
    await type(input, '-50')
    expect(values.at(-1)).toBe(null)
    expect(document.body.textContent).toContain('An amount has no sign')
    expect(document.body.textContent).not.toContain('Required')
    await type(input, '1.234')
    await acting(() => {
      input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    expect(document.body.textContent).toContain('1,234.00 or 1.23?')
    await type(input, '1234.5')
    await acting(() => {
      input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    expect(input.value).toBe('1,234.50')
    expect(values.at(-1)).toBe(123_450)
  })
})

describe('a form with an amount that may be left out', () => {
  const sent = vi.fn<(amount: number | null) => void>()
  function Form() {
    const [amount, setAmount] = useState<number | null>(null)
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sent(amount)
        }}
      >
        <Field label="At most" optional>
          {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
        </Field>
        <button type="submit">Save</button>
      </form>
    )
  }
  afterEach(() => void sent.mockReset())

  it.each([
    ['1.234', '1,234.00 or 1.23?'],
    ['-5', 'An amount has no sign'],
    ['12a', 'Use digits'],
    ['1,2345', 'This is not an amount'],
  ])('is not sent with %s, which nobody can read, and says so', async (text, words) => {
    await draw(<Form />)
    await type(find<HTMLInputElement>('input'), text)
    await press(find('button', 'Save'))
    expect(sent).not.toHaveBeenCalled()
    expect(document.body.textContent).toContain(words)
    expect(document.activeElement).toBe(find('input'))
    expect(find('input').getAttribute('aria-invalid')).toBe('true')
  })

  it('is sent without one, and with one once it can be read', async () => {
    await draw(<Form />)
    await press(find('button', 'Save'))
    expect(sent).toHaveBeenLastCalledWith(null)
    await type(find<HTMLInputElement>('input'), '1.234')
    await press(find('button', 'Save'))
    await type(find<HTMLInputElement>('input'), '1.234,00')
    await press(find('button', 'Save'))
    expect(sent.mock.calls).toEqual([[null], [123_400]])
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
