import { beforeAll, expect, it, vi } from 'vitest'
import { draw, find, press, realTexts } from '../app/test-page'
import { Button } from '../ui/Button'
import { Actions } from './Actions'

vi.mock('./list/useNarrow', () => ({ useNarrow: () => true }))

beforeAll(() => realTexts())

it('on a phone what can be done folds behind a button that says whether it is open', async () => {
  await draw(
    <Actions>
      <Button variant="secondary">Receipt</Button>
      <Button>Refund</Button>
    </Actions>,
  )
  const more = find('button[aria-label="More actions"]')
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await press(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(find('button', 'Receipt').nextElementSibling).toBe(find('button', 'Refund'))
})
