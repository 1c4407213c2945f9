import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, setTokens } from '../../app/state'
import { madeToken } from '../../app/test-kit'
import { acting, find, press, realTexts, shows } from '../../app/test-page'
import { useLeaveGuard } from '../useLeaveGuard'
import { drawRouted } from './test-routed'

// Its code is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('./LeaveQuestion')]))
beforeEach(() => setTokens(madeToken(600), 'r1'))

let left = 0

function Form() {
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty)
  return (
    <>
      <p>the form</p>
      <button type="button" onClick={() => setDirty(true)}>
        Type
      </button>
      <button type="button" onClick={() => setDirty(false)}>
        Undo
      </button>
      <button type="button" onClick={guard.release}>
        Save
      </button>
      <button type="button" onClick={() => guard.ask(() => left++)}>
        Close
      </button>
      {guard.question}
    </>
  )
}

const ASKS = 'Leave without saving?'
const asks = () => document.body.textContent.includes(ASKS)
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('leaving a form', () => {
  it('is free while nothing was typed', async () => {
    const router = await drawRouted(Form)
    expect(unload()).toBe(false)
    await press(find('a', 'there'))
    await shows('the other')
    expect(router.state.location.pathname).toBe('/there')
  })

  it('by a link asks first; the form stays, or is left', async () => {
    const router = await drawRouted(Form)
    await press(find('button', 'Type'))
    await press(find('a', 'there'))
    await shows(ASKS)
    await press(find('button', 'Stay here'))
    await vi.waitFor(() => expect(asks()).toBe(false))
    expect(router.state.location.pathname).toBe('/here')
    await press(find('a', 'there'))
    await shows(ASKS)
    await press(find('button', 'Leave without saving'))
    await shows('the other')
  })

  it('by the back button asks too', async () => {
    const router = await drawRouted(Form)
    await press(find('button', 'Type'))
    await acting(() => router.history.back())
    await shows(ASKS)
    expect(document.body.textContent).toContain('the form')
    await press(find('button', 'Leave without saving'))
    await shows('the other')
  })

  it('by closing the tab is asked by the browser', async () => {
    await drawRouted(Form)
    await press(find('button', 'Type'))
    expect(unload()).toBe(true)
    await press(find('button', 'Undo'))
    expect(unload()).toBe(false)
  })

  it('is free where the session has ended under it: there is nothing to be saved with any more', async () => {
    await drawRouted(Form)
    await press(find('button', 'Type'))
    await acting(() => clearSession())
    expect(unload()).toBe(false)
  })

  it('is free when it was saved, and when only the query changes', async () => {
    const router = await drawRouted(Form)
    await press(find('button', 'Type'))
    await press(find('a', 'same'))
    expect(router.state.location.search).toEqual({ tab: 'b' })
    expect(asks()).toBe(false)
    await press(find('button', 'Save'))
    expect(unload()).toBe(false)
    await press(find('a', 'there'))
    await shows('the other')
  })

  it('by its own button asks only where something would be lost', async () => {
    left = 0
    await drawRouted(Form)
    await press(find('button', 'Close'))
    expect(left).toBe(1)
    await press(find('button', 'Type'))
    await press(find('button', 'Close'))
    await shows(ASKS)
    expect(left).toBe(1)
    await press(find('button', 'Leave without saving'))
    expect(left).toBe(2)
  })
})
