import { Profiler, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { acting, draw, find, press, realTexts, type } from '../../app/test-page'
import { SearchBox } from './SearchBox'

const drawn = vi.fn()
const searched = vi.fn()

/** The address may follow late, and be changed by others. */
function Page() {
  const [value, setValue] = useState('')
  return (
    <>
      {['Silva', ''].map((other) => (
        <button key={other} type="button" onClick={() => setValue(other)}>
          {`address ${other}`}
        </button>
      ))}
      <Profiler id="search" onRender={drawn}>
        <SearchBox value={value} label="Search" onSearch={searched} />
      </Profiler>
    </>
  )
}

const field = () => find<HTMLInputElement>('input[type=search]')
const restFor = (milliseconds: number) => acting(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('the search box', () => {
  beforeAll(() => realTexts())
  beforeEach(async () => {
    vi.useFakeTimers()
    await draw(<Page />)
    drawn.mockClear()
    return () => vi.useRealTimers()
  })

  it('draws nothing while somebody types, and looks once for what stands there when the typing rests', async () => {
    await type(field(), 'S')
    await restFor(399)
    await type(field(), 'Silv')
    await restFor(399)
    await type(field(), 'Silva')
    await restFor(399)
    expect(drawn).not.toHaveBeenCalled()
    expect(searched).not.toHaveBeenCalled()
    await restFor(1)
    expect(searched.mock.calls).toEqual([['Silva']])
  })

  it('keeps the letters that were typed while the address followed', async () => {
    await type(field(), 'Silva ')
    await restFor(400)
    await type(field(), 'Silva e')
    await press(find('button', 'address Silva'))
    expect(field().value).toBe('Silva e')
    await restFor(400)
    expect(searched.mock.calls).toEqual([['Silva'], ['Silva e']])
  })

  it('shows what the address holds when that changes by itself, and looks for nothing', async () => {
    await type(field(), 'Souza')
    await press(find('button', 'address Silva'))
    expect(field().value).toBe('Silva')
    await press(find('button', 'address'))
    expect(field().value).toBe('')
    await restFor(400)
    expect(searched).not.toHaveBeenCalled()
  })

  it('looks at once on Enter, and not again when the typing rests', async () => {
    await type(field(), 'Silva')
    await acting(() => field().form?.requestSubmit())
    await restFor(400)
    expect(searched.mock.calls).toEqual([['Silva']])
  })

  it('is left by Escape once it is empty', async () => {
    const escape = () =>
      acting(() => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    field().focus()
    await type(field(), 'Silva')
    await escape()
    expect(document.activeElement).toBe(field())
    await type(field(), '')
    await escape()
    expect(document.activeElement).toBe(document.body)
  })
})
