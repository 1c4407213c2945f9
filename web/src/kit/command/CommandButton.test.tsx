import { useEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { setAccount, setUser } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { acting, closeDialog, draw, find, press, realTexts, shows } from '../../app/test-page'
import DialogWindow from '../../ui/DialogWindow'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { CommandButton, type CommandProps, lazyDialog } from './CommandButton'
import { CommandDialog } from './CommandDialog'

const begun = vi.fn<() => void>()
const held = createStore({ amount: '10.00' })

function Refund({ amount, onClose }: CommandProps & { amount: string }) {
  const [first] = useState(amount)
  useEffect(() => begun(), [])
  const [done, setDone] = useState(false)
  if (done) {
    return (
      <DialogWindow title="Refunded" onClose={onClose}>
        <input aria-label="Receipt" />
      </DialogWindow>
    )
  }
  return (
    <CommandDialog
      title="Refund"
      submit="Do it"
      read={() => ({ input: {} })}
      send={() => Promise.resolve({ data: null, response: new Response(null, { status: 200 }) })}
      onDone={() => setDone(true)}
      onClose={onClose}
    >
      {() => <Field label="Amount">{(control) => <TextInput {...control} defaultValue={first} />}</Field>}
    </CommandDialog>
  )
}

const refund = lazyDialog(async () => ({ default: Refund }))

function Page() {
  const amount = useStore(held, (state) => state.amount)
  return (
    <CommandButton dialog={refund} given={{ amount }} permissions={['payin:charge:refund']}>
      Refund it
    </CommandButton>
  )
}

beforeAll(() => realTexts())
beforeEach(async () => {
  begun.mockReset()
  held.set({ amount: '10.00' })
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  setUser({
    id: 'u1',
    email: 'ana@merchant.example',
    companyId: 2,
    company: { id: 2, name: 'Loja Aurora' },
    companies: [2],
    locale: 'en',
    permissions: ['payin:charge:refund'],
    internal_user: false,
  })
  await draw(<Page />)
})
// What stands in a portal must go before the page of the test does.
afterEach(async () => {
  await closeDialog()
  await point('pointerout')
  await acting(() => button().blur())
})

const button = () => find<HTMLButtonElement>('button', 'Refund it')
const field = () => document.querySelector<HTMLInputElement>('input')
const displayed = (element: Element) => getComputedStyle(element).display !== 'none'
const seen = () => {
  const input = field()
  return input !== null && input.closest('[data-unseen]') === null
}
const point = (kind: 'pointerover' | 'pointerout') =>
  acting(() => button().dispatchEvent(new MouseEvent(kind, { bubbles: true })))

/** Points at the button, until the dialog is drawn. */
async function come(): Promise<void> {
  await point('pointerover')
  await vi.waitFor(() => expect(field()).not.toBeNull())
}

it('is drawn when a hand comes, but is no dialog, is not seen and begins nothing', async () => {
  await come()
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(seen()).toBe(false)
  expect(begun).not.toHaveBeenCalled()
})

it('is laid out while it is not seen', async () => {
  await come()
  const window = find('[role=none]')
  await vi.waitFor(() => expect([...window.children].map(displayed)).toEqual([true, true, true]))
})

it('is seen in the frame of the press, and begins after it', async () => {
  await come()
  const frames: FrameRequestCallback[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const frame = () => acting(() => frames.splice(0).forEach((each) => each(0)))
  await press(button())
  expect(seen()).toBe(true)
  expect(begun).not.toHaveBeenCalled()
  await frame()
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  await frame()
  await vi.waitFor(() => expect(document.activeElement).toBe(field()))
})

it('is shown by the press as it was drawn, begins then, and has its name and the keyboard', async () => {
  await come()
  const drawn = field()
  await press(button())
  expect(seen()).toBe(true)
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  const dialog = find('[role=dialog]')
  expect(dialog.contains(drawn)).toBe(true)
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  expect(title?.textContent).toBe('Refund')
  await vi.waitFor(() => expect(document.activeElement).toBe(drawn))
})

it('is one window however often it is pressed', async () => {
  await come()
  const drawn = field()
  await press(button())
  await acting(() => held.set({ amount: '4.00' }))
  await press(button())
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  expect(find('[role=dialog]').contains(drawn)).toBe(true)
})

it('stays when the hand goes after the press', async () => {
  await come()
  await press(button())
  await point('pointerout')
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  expect(find('[role=dialog]').contains(field())).toBe(true)
})

it('gives the keyboard to the window that takes its place', async () => {
  await come()
  await press(button())
  await vi.waitFor(() => expect(document.activeElement).toBe(field()))
  await press(find('button', 'Do it'))
  await shows('Refunded')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Receipt'))
})

it('is gone when the hand goes without a press', async () => {
  await come()
  await point('pointerout')
  expect(field()).toBeNull()
})

it('begins with what is true at the press, not with what was true when the hand came', async () => {
  await come()
  await acting(() => held.set({ amount: '4.00' }))
  await press(button())
  await shows('Do it')
  expect(find('[role=dialog]').querySelector('input')?.value).toBe('4.00')
})

it('begins anew after it was closed', async () => {
  await come()
  await press(button())
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  await acting(() => {
    const input = field()
    if (input) input.value = '7.00'
  })
  await closeDialog()
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await press(button())
  await shows('Do it')
  expect(find('[role=dialog]').querySelector('input')?.value).toBe('10.00')
})
