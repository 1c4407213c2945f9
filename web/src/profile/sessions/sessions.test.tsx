import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert } from '../../app/state'
import { drawInside } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { find, press, shows } from '../../app/test-page'
import { done, profileArea } from '../test-profile'
import { SessionsCard } from './SessionsCard'

const area = profileArea()
const here = {
  id: 's1',
  current: true,
  created_at: '2026-11-05T10:00:00Z',
  last_seen_at: '2026-11-05T12:00:00Z',
  ip: '10.0.0.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
  device: 'Firefox · Linux',
  two_factor: true,
}
const phone = {
  ...here,
  id: 's2',
  current: false,
  ip: '10.0.0.8',
  device: 'Safari · iPhone',
  two_factor: false,
}
const odd = { ...phone, id: 's3', ip: null, device: '' }
let open: (typeof phone | typeof odd)[]

beforeEach(() => {
  open = [here, phone, odd]
  area.answer('GET /auth/sessions', () => open)
  area.answer('DELETE /auth/sessions/s2', () => {
    open = [here, odd]
    return done('session_ended')
  })
  area.answer('DELETE /auth/sessions', () => {
    open = [here]
    return done('sessions_ended')
  })
})

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent)

async function draw() {
  await drawInside(<SessionsCard />)
  await shows('Firefox · Linux')
}

describe('the own sessions', () => {
  it('are listed with device, address and when they were last seen; this one is marked and has no end', async () => {
    await draw()
    expect(rows()[0]).toMatch(/^Firefox · LinuxThis sessionTwo-factor10\.0\.0\.7 · last seen 5 Nov/)
    expect(rows()[1]).toMatch(/^Safari · iPhone10\.0\.0\.8 · last seen 5 Nov.*End$/)
    expect(rows()[2]).toMatch(/^Unknown devicelast seen/)
    expect(document.querySelectorAll('li button')).toHaveLength(2)
  })

  it('end one by one', async () => {
    await draw()
    await press(find('button', 'End the session on Safari · iPhone'))
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    expect(alert.get().message).toEqual(['Session ended'])
  })

  it('end all at once but this one, and then there is nothing to end', async () => {
    await draw()
    await press(find('button', 'End all others'))
    await press(find('button', 'End 2 sessions'))
    await vi.waitFor(() => expect(rows()).toHaveLength(1))
    expect(alert.get().message).toEqual(['All other sessions ended'])
    expect(document.querySelector('button')).toBeNull()
  })

  it('stay all when who was asked thinks again', async () => {
    await draw()
    await press(find('button', 'End all others'))
    await shows('You stay signed in here.')
    expect(rows()).toHaveLength(3)
    await press(find('button', 'Back'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(open).toHaveLength(3)
    expect(rows()).toHaveLength(3)
  })

  it('stay when they could not be ended all at once, and the card says why', async () => {
    area.answer('DELETE /auth/sessions', () => refused(500, 'unexpected_error'))
    await draw()
    await press(find('button', 'End all others'))
    await press(find('button', 'End 2 sessions'))
    await shows('Something failed on our side')
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(rows()).toHaveLength(3)
  })

  it('stay when they could not be ended, and it says why', async () => {
    area.answer('DELETE /auth/sessions/s2', () => refused(500, 'unexpected_error'))
    await draw()
    await press(find('button', 'End the session on Safari · iPhone'))
    await shows('Something failed on our side')
    expect(rows()).toHaveLength(3)
  })

  it('say when they cannot be read, and are asked for again', async () => {
    area.answer('GET /auth/sessions', () => refused(403, 'forbidden'))
    await drawInside(<SessionsCard />)
    await shows('You may not do this')
    area.answer('GET /auth/sessions', () => open)
    await press(find('button', 'Try again'))
    await shows('Firefox · Linux')
  })
})
