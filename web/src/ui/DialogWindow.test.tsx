import { type ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createStore, useStore } from '../app/store'
import { acting, draw, find, realTexts } from '../app/test-page'
import DialogWindow from './DialogWindow'
import { Field } from './Field'
import { Select } from './Select'
import { TextInput } from './TextInput'

const shown = createStore({ open: true })

beforeAll(() => realTexts())
// What stands in a portal must go before the page of the test does.
afterEach(() => acting(() => shown.set({ open: false })))

function Asking({ children }: { children: ReactNode }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <DialogWindow title="Change it" onClose={() => undefined}>
      {children}
    </DialogWindow>
  )
}

async function ask(fields: ReactNode): Promise<void> {
  shown.set({ open: true })
  await draw(<Asking>{fields}</Asking>)
}

const begins = (at: () => HTMLElement) => vi.waitFor(() => expect(document.activeElement).toBe(at()))
const radio = (value: string, checked = false) => (
  <label>
    <input type="radio" name="state" value={value} defaultChecked={checked} />
    {value}
  </label>
)
const reason = <Field label="Reason">{(control) => <TextInput {...control} />}</Field>

describe('the keyboard begins in a window', () => {
  it('at a list to choose from, where that is the first field', async () => {
    await ask(
      <>
        <Select
          label="State"
          options={[{ value: 'on', label: 'On' }]}
          value={null}
          onChange={() => undefined}
        />
        {reason}
      </>,
    )
    await begins(() => find('[role=combobox]'))
  })

  it('at the choice that is taken', async () => {
    await ask(
      <fieldset>
        {radio('on')}
        {radio('off', true)}
      </fieldset>,
    )
    await begins(() => find('[value=off]'))
  })

  it('at the first choice, where none is taken', async () => {
    await ask(
      <>
        <fieldset>
          {radio('on')}
          {radio('off')}
        </fieldset>
        {reason}
      </>,
    )
    await begins(() => find('[value=on]'))
  })

  it('at the way out, where nothing is asked', async () => {
    await ask(<p>It ends.</p>)
    await begins(() => find('button', 'Close'))
  })
})
