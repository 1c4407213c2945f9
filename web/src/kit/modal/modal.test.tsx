import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../app/errors'
import { acting, find, press, realTexts, shows } from '../../app/test-page'
import Modal, { type ModalProps } from './Modal'
import { drawRouted } from './test-routed'

// Its code is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('./LeaveQuestion')]))
afterEach(() => vi.useRealTimers())

const onClose = vi.fn<() => void>()
const onDelete = vi.fn<() => Promise<void>>()
beforeEach(() => {
  onClose.mockReset()
  onDelete.mockReset().mockResolvedValue()
})

async function open(more: Partial<ModalProps> = {}) {
  const Screen = () => (
    <Modal title="Rule 7" onClose={onClose} {...more}>
      <p>its content</p>
    </Modal>
  )
  await drawRouted(Screen)
  await shows('its content')
}

const buttons = () =>
  [...document.querySelectorAll('[role=dialog] button')].map((one) => one.ariaLabel ?? one.textContent)

describe('a modal', () => {
  it('says where it is, and copies its whole address', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await open({
      crumbs: [{ label: 'Rules', to: '/there' }, { label: 'Rule 7' }],
      link: '/dashboard/rules/7',
    })
    expect(find('[role=dialog] nav a', 'Rules').getAttribute('href')).toBe('/there')
    expect(find('[role=dialog] h2').textContent).toBe('Rule 7')
    await press(find('button', 'Copy the link'))
    expect(writeText).toHaveBeenCalledWith('http://localhost:8000/dashboard/rules/7')
    vi.unstubAllGlobals()
  })

  it('has no link, no deletion and no state where nobody gave them', async () => {
    await open()
    expect(buttons()).toEqual(['Close'])
    expect(document.body.textContent).not.toContain('saved')
  })

  it.each([
    ['typing', 'changes not saved'],
    ['done', 'changes saved'],
  ] as const)('says of what was typed (%s): %s', async (state, words) => {
    await open({ state })
    expect(find('[role=dialog] header [role=status]').textContent).toBe(words)
  })

  it('asks before it closes over what is not saved', async () => {
    await open({ state: 'typing' })
    await press(find('button', 'Close'))
    await shows('Leave without saving?')
    expect(onClose).not.toHaveBeenCalled()
    await press(find('button', 'Leave without saving'))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('deleting in a modal', () => {
  it('asks, and no is no', async () => {
    await open({ onDelete })
    await press(find('button', 'Delete'))
    await shows('Delete Rule 7? This cannot be undone.')
    expect(document.activeElement!.textContent).toBe('No')
    await press(find('button', 'No'))
    expect(document.body.textContent).not.toContain('This cannot be undone')
    expect(onDelete).not.toHaveBeenCalled()
  })

  it('on yes scrolls to the top and cannot be closed at once; the call starts after a second', async () => {
    await open({ onDelete, footer: <button type="button">Save</button> })
    const body = find('[role=dialog] p', 'its content').parentElement!.parentElement!
    body.scrollTop = 300
    await press(find('button', 'Delete'))
    vi.useFakeTimers()
    await press(find('button', 'Yes'))
    expect(body.scrollTop).toBe(0)
    expect(buttons()).toEqual([])
    expect(document.body.textContent).toContain('Deleting')
    await acting(() =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )
    expect(onClose).not.toHaveBeenCalled()
    await acting(() => vi.advanceTimersByTimeAsync(999))
    expect(onDelete).not.toHaveBeenCalled()
    await acting(() => vi.advanceTimersByTimeAsync(1))
    expect(onDelete).toHaveBeenCalledOnce()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('that fails says why, and can be tried again', async () => {
    onDelete.mockRejectedValueOnce(new CallError('Network Error'))
    await open({ onDelete })
    await press(find('button', 'Delete'))
    vi.useFakeTimers()
    await press(find('button', 'Yes'))
    await acting(() => vi.advanceTimersByTimeAsync(1000))
    expect(document.body.textContent).toContain('No connection to the server')
    expect(onClose).not.toHaveBeenCalled()
    await press(find('button', 'Delete'))
    await press(find('button', 'Yes'))
    await acting(() => vi.advanceTimersByTimeAsync(1000))
    expect(onDelete).toHaveBeenCalledTimes(2)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('deletes nothing when the page is left within the second', async () => {
    let leave: () => void = () => undefined
    const Screen = () => {
      const [here, setHere] = useState(true)
      leave = () => setHere(false)
      return here ? (
        <Modal title="Rule 7" onClose={onClose} onDelete={onDelete}>
          <p>its content</p>
        </Modal>
      ) : null
    }
    await drawRouted(Screen)
    await shows('its content')
    await press(find('button', 'Delete'))
    vi.useFakeTimers()
    await press(find('button', 'Yes'))
    await acting(() => leave())
    await acting(() => vi.advanceTimersByTimeAsync(5000))
    expect(onDelete).not.toHaveBeenCalled()
  })
})
