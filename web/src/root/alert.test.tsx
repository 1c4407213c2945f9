import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { asText } from '../app/asText'
import { closeAlert, showAlert } from '../app/state'
import { acting, draw, find, press, realTexts, shows } from '../app/test-page'
import { AlertHost } from './AlertHost'
import { bodyOf } from './alertBody'

// Its code is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('./AlertModal')]))
afterEach(() => {
  vi.useRealTimers()
  closeAlert()
})

const html = (...lines: string[]) => {
  const place = document.createElement('div')
  place.append(bodyOf(lines))
  return place.innerHTML
}

describe('the body of an alert', () => {
  it('joins its lines by line breaks', () => {
    expect(html('one', 'two', 'two')).toBe('one<br>two<br>two')
  })

  it('keeps bold, emphasis, lists and links to our pages', () => {
    const kept = '<b>a</b><strong>b</strong><em>c</em><ul><li>d</li></ul><a href="/dashboard?a=1">e</a>'
    expect(html(kept)).toBe(kept)
  })

  it('opens links to others apart from this page', () => {
    expect(html('<a href="https://bcb.gov.br/">x</a>')).toBe(
      '<a href="https://bcb.gov.br/" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['http://plain.example/'],
    ['//evil.example/'],
    ['/\\evil.example/'],
    ['/\t/evil.example/'],
    ['mailto:a@b.example'],
    ['relative'],
  ])('leads nowhere by %s', (address) => {
    expect(html(`<a href="${address}">x</a>`)).toBe('<a>x</a>')
  })

  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<b onclick="alert(1)" style="color:red" class="y" id="z" data-a="1" aria-label="q">x</b>', '<b>x</b>'],
    ['<svg><a href="/x"><b>x</b></a></svg>', '<b>x</b>'],
    ['<iframe src="https://a.example"></iframe><form><input name=a></form>x', 'x'],
    ['<h1>x</h1>', 'x'],
    ['<style>*{display:none}</style>x', 'x'],
    ['<b><b><b>unclosed', '<b><b><b>unclosed</b></b></b>'],
  ])('leaves out everything else: %s', (hostile, left) => {
    expect(html(hostile)).toBe(left)
  })

  it('shows data as the text that it is', () => {
    const data = `<b>"Zé" & 'filhos'</b><a href="/x">&lt;`
    const place = document.createElement('div')
    place.append(bodyOf([`<b>${asText(data)}</b>`]))
    expect(place.textContent).toBe(data)
    expect(place.querySelectorAll('*')).toHaveLength(1)
  })
})

describe('a full-screen alert', () => {
  it('is a window with its title, its body and a button that closes it', async () => {
    await draw(<AlertHost />)
    await acting(() => showAlert('warning', ['<b>Stop</b>', 'and read'], { fullScreen: true }))
    await shows('and read')
    expect(find('[role=dialog] h2').textContent).toBe('Attention')
    expect(find('[role=dialog] b').textContent).toBe('Stop')
    expect(find('section', 'Messages').textContent).toBe('')
    await press(find('[role=dialog] footer button', 'Close'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('has buttons that can be pressed only after their seconds', async () => {
    const action = vi.fn<() => void>()
    vi.useFakeTimers()
    await draw(<AlertHost />)
    await acting(() =>
      showAlert('error', 'Sure?', {
        fullScreen: true,
        title: 'Careful',
        options: [
          { label: 'Do it', action, color: 'error', timeToEnable: 2 },
          { label: 'At once', action },
        ],
      }),
    )
    await acting(() => vi.advanceTimersByTimeAsync(0))
    expect(find('[role=dialog] h2').textContent).toBe('Careful')
    const late = find<HTMLButtonElement>('button', 'Do it (2)')
    expect(late.disabled).toBe(true)
    await press(find('button', 'At once'))
    expect(action).toHaveBeenCalledOnce()
    await acting(() => vi.advanceTimersByTime(1000))
    expect(find<HTMLButtonElement>('button', 'Do it (1)').disabled).toBe(true)
    await acting(() => vi.advanceTimersByTime(1000))
    await press(find('button', 'Do it'))
    expect(action).toHaveBeenCalledTimes(2)
  })

  it('counts anew when another takes its place, though its button says the same', async () => {
    vi.useFakeTimers()
    await draw(<AlertHost />)
    const ask = (question: string) =>
      acting(() =>
        showAlert('error', question, {
          fullScreen: true,
          options: [{ label: 'Do it', action: () => undefined, timeToEnable: 1 }],
        }),
      )
    await ask('Sure?')
    await acting(() => vi.advanceTimersByTimeAsync(1000))
    expect(find<HTMLButtonElement>('button', 'Do it').disabled).toBe(false)
    await ask('Really?')
    expect(find<HTMLButtonElement>('button', 'Do it (1)').disabled).toBe(true)
  })
})
