import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { acting, draw, find, press, realTexts, type } from '../app/test-page'
import { InlineEdit } from './InlineEdit'
import { TabCard } from './TabCard'

beforeAll(() => realTexts())

it('a card with tabs opens on the first, and shows the one that is chosen', async () => {
  await draw(
    <TabCard
      title="Fees"
      tabs={[
        { key: 'in', label: 'In', content: 'of payments' },
        { key: 'out', label: 'Out', content: 'of payouts' },
      ]}
    />,
  )
  expect(find('h2').textContent).toBe('Fees')
  expect(find('[role=tab][aria-selected=true]').textContent).toBe('In')
  expect(document.body.textContent).toContain('of payments')
  await press(find('[role=tab]', 'Out'))
  expect(find('[role=tabpanel]:not([hidden])').textContent).toBe('of payouts')
})

it('a card whose open tab is taken away shows its first', async () => {
  let without: () => void = () => undefined
  function Changing() {
    const [all, setAll] = useState(true)
    without = () => setAll(false)
    const out = { key: 'out', label: 'Out', content: 'of payouts' }
    return <TabCard title="Fees" tabs={[{ key: 'in', label: 'In', content: 'x' }, ...(all ? [out] : [])]} />
  }
  await draw(<Changing />)
  await press(find('[role=tab]', 'Out'))
  await acting(() => without())
  expect(find('[role=tab][aria-selected=true]').textContent).toBe('In')
})

it('an inline edit is read until its button enables it, and gives up by Escape', async () => {
  await draw(
    <InlineEdit
      label="Name"
      editLabel="Edit the name"
      value="Ana"
      problem={() => null}
      onSave={async () => true}
    />,
  )
  const input = () => find<HTMLInputElement>('input', 'Name')
  expect(input().readOnly).toBe(true)
  await press(find('button', 'Edit the name'))
  expect(input().readOnly).toBe(false)
  await type(input(), 'Bruno')
  await acting(() => input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect([input().value, input().readOnly]).toEqual(['Ana', true])
})
