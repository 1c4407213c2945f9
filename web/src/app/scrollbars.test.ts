import { afterEach, expect, it, vi } from 'vitest'
import { followScrolling } from './scrollbars'

afterEach(() => vi.useRealTimers())

it('a scrollbar is drawn while its panel is scrolled and 500 ms longer', () => {
  vi.useFakeTimers()
  const stop = followScrolling()
  document.body.innerHTML = '<div data-quiet-scroll></div><div></div>'
  const [panel, other] = document.body.children as unknown as [HTMLElement, HTMLElement]
  const drawn = () => 'scrolling' in panel.dataset

  panel.dispatchEvent(new Event('scroll'))
  expect(drawn()).toBe(true)
  vi.advanceTimersByTime(499)
  panel.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(499)
  expect(drawn()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(drawn()).toBe(false)

  other.dispatchEvent(new Event('scroll'))
  document.dispatchEvent(new Event('scroll'))
  expect(other.dataset.scrolling).toBeUndefined()
  stop()
})
