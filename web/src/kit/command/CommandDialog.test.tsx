import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, api } from '../../app/api'
import { alert, closeAlert, setAccount } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { CommandDialog, type Subject } from './CommandDialog'

const CANCEL = '*/v1/payin/charges/:id/cancel'
const network = fakeNetwork()
const onDone = vi.fn<(result: unknown) => void>()
let keys: (string | null)[]
let reference: string
const shown = createStore({ open: true })

beforeAll(() => realTexts())
beforeEach(() => {
  shown.set({ open: true })
  keys = []
  reference = 'Order 1'
  onDone.mockReset()
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
})

// What stands in a portal must go before the page of the test does.
afterEach(() => acting(() => shown.set({ open: false })))

function serve(...answers: (() => Response)[]): void {
  network.use(
    http.post(CANCEL, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return (answers[Math.min(keys.length, answers.length) - 1] as () => Response)() as HttpResponse<null>
    }),
  )
}

function Cancel({ subject }: { subject?: Subject }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <CommandDialog
      title="Cancel it"
      submit="Do it"
      subject={subject}
      fields={['reference']}
      read={() => (reference ? { input: { reference } } : { errors: { reference: 'Say which' } })}
      send={(_, header) =>
        answer(
          api.POST('/v1/payin/charges/{id}/cancel', { params: { path: { id: 'c1' }, header }, body: {} }),
        )
      }
      onDone={onDone}
      onClose={() => undefined}
    >
      {(errors) => (
        <Field label="Reference" error={errors.reference}>
          {(control) => <TextInput {...control} defaultValue={reference} />}
        </Field>
      )}
    </CommandDialog>
  )
}

/** A form of two fields that keeps what is typed, as forms do. */
function Order() {
  const open = useStore(shown, (state) => state.open)
  const [order, setOrder] = useState('Order 1')
  const [name, setName] = useState('João')
  if (!open) return null
  return (
    <CommandDialog
      title="Cancel it"
      submit="Do it"
      fields={['reference', 'payer']}
      read={() =>
        order ? { input: { reference: order, payer: { name } } } : { errors: { reference: 'Say which' } }
      }
      send={(_, header) =>
        answer(
          api.POST('/v1/payin/charges/{id}/cancel', { params: { path: { id: 'c1' }, header }, body: {} }),
        )
      }
      onDone={onDone}
      onClose={() => undefined}
    >
      {(errors) => (
        <>
          <Field label="Reference" error={errors.reference}>
            {(control) => (
              <TextInput {...control} value={order} onChange={(event) => setOrder(event.target.value)} />
            )}
          </Field>
          <Field label="Payer" error={errors.payer}>
            {(control) => (
              <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}

const submit = () => press(find('button', 'Do it'))
const done = () => vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())

describe('the dialog of a Command', () => {
  it('says what became of it also when its window has gone with the button that opened it', async () => {
    let tell: () => void = () => undefined
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    network.use(
      http.post(CANCEL, async () => {
        await told
        return refused(409, 'charge_not_open')
      }),
    )
    await draw(<Cancel />)
    await submit()
    await acting(() => shown.set({ open: false }))
    expect(alert.get().state).toBe('closed')
    await acting(() => tell())
    await vi.waitFor(() => expect(alert.get().message).toEqual([expect.stringContaining('cancel')]))
    closeAlert()
  })

  it('names the merchant it acts on', async () => {
    await draw(<Cancel />)
    await shows('For Loja Aurora')
  })

  it('names whom else it acts on, where that is not the merchant', async () => {
    await draw(<Cancel subject="Bruno" />)
    await shows('For Bruno')
  })

  it('does nothing "for" a thing, but names it', async () => {
    await draw(<Cancel subject={{ thing: 'The role of cashiers' }} />)
    await shows('The role of cashiers')
    expect(document.body.textContent).not.toContain('For The role')
  })

  it('does one thing however often it is pressed', async () => {
    serve(() => HttpResponse.json({ id: 'c1' }))
    await draw(<Cancel />)
    const button = find('button', 'Do it')
    await acting(() => {
      button.click()
      button.click()
    })
    await done()
    expect(keys).toHaveLength(1)
  })

  it('carries the same key over a retry, and says that trying again is safe', async () => {
    serve(
      () => HttpResponse.error(),
      () => HttpResponse.json({ id: 'c1' }),
    )
    const looked = vi.fn()
    Element.prototype.scrollIntoView = looked
    await draw(<Cancel />)
    await submit()
    await shows('it will happen only once')
    // A long form is sent from its end; what it says stands above it.
    expect(looked).toHaveBeenCalled()
    await submit()
    await done()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('takes a new key when something else is meant', async () => {
    serve(
      () => refused(409, 'charge_not_open'),
      () => HttpResponse.json({ id: 'c1' }),
    )
    await draw(<Cancel />)
    await submit()
    await shows('This charge can no longer be cancelled')
    reference = 'Order 2'
    await submit()
    await done()
    expect(keys[0]).not.toBe(keys[1])
  })

  it('shows what the server says of a field at the field, and brings the keyboard there', async () => {
    serve(() => refused(400, { 'reference.text': ['too_long'] }))
    await draw(<Cancel />)
    await submit()
    await shows('Too long')
    const input = find<HTMLInputElement>('input')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('forgets what was said of a field once it is corrected, and lets the person go on typing', async () => {
    serve(() => refused(400, { reference: ['too_long'], 'payer.name': ['too_long'] }))
    await draw(<Order />)
    await submit()
    const [first, second] = document.querySelectorAll('input')
    await vi.waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(2))
    second?.focus()
    await type(second!, 'Ana')
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
    expect(first?.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(second)
    // What would be refused by the form itself is not what the server refused.
    await type(first!, '')
    expect(document.querySelector('[aria-invalid=true]')).toBeNull()
    await submit()
    await shows('Say which')
    await type(first!, 'Order 2')
    expect(document.querySelector('[aria-invalid=true]')).toBeNull()
    expect(keys).toHaveLength(1)
  })

  it('shows above the form what the server says of a field that is not there', async () => {
    serve(() => refused(400, { colour: ['not_allowed'] }))
    await draw(<Cancel />)
    await submit()
    await shows('colour: This value is not allowed')
  })

  it('sends nothing while the form is not right', async () => {
    serve(() => HttpResponse.json({ id: 'c1' }))
    reference = ''
    await draw(<Cancel />)
    await submit()
    await shows('Say which')
    expect(keys).toHaveLength(0)
  })

  it('leads to double approval when a second person has to agree', async () => {
    serve(() =>
      HttpResponse.json({ status: true, statusCode: 202, message: 'awaiting_approval' }, { status: 202 }),
    )
    await draw(<Cancel />)
    await submit()
    await shows('A second person has to approve it')
    expect(document.activeElement?.textContent).toBe('Close')
    expect(find('a', 'Double approval').getAttribute('href')).toBe(
      '/dashboard/settings/double-approval?per_page=10&page=1',
    )
    expect(onDone).not.toHaveBeenCalled()
  })

  it('says how many have to agree where one is not enough', async () => {
    serve(() =>
      HttpResponse.json(
        { status: true, statusCode: 202, message: 'awaiting_approval', request: { id: 'r1', approvals: 2 } },
        { status: 202 },
      ),
    )
    await draw(<Cancel />)
    await submit()
    await shows('Sent. 2 more people have to approve it before it happens.')
  })
})
