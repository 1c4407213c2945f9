import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromBytes, toBytes } from '../../app/passkeys'
import { alert } from '../../app/state'
import { drawInside } from '../../app/test-area'
import { HttpResponse, stubPasskeys } from '../../app/test-kit'
import { find, press, shows, type } from '../../app/test-page'
import { done, passwordWanted, profileArea } from '../test-profile'
import { PasskeysCard } from './PasskeysCard'

const area = profileArea()
const laptop = {
  id: 'p1',
  name: 'Laptop',
  created_at: '2026-11-01T12:00:00Z',
  last_used_at: null as string | null,
}
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()
let held: (typeof laptop)[]

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const made = {
  id: 'CQ',
  rawId: bytes(9),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(1),
    attestationObject: bytes(2),
    getTransports: () => ['internal'],
  },
}

beforeEach(() => {
  held = [laptop]
  create.mockReset().mockResolvedValue(made)
  stubPasskeys({ create })
  area.answer('GET /auth/passkeys', () => held)
  area.answer('POST /auth/passkeys/options', () => ({
    challenge: 'AQID',
    rp: { name: 'Retaguarda', id: 'localhost' },
    user: { id: 'BA', name: 'ana', displayName: 'Ana' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ id: 'BQ', type: 'public-key' }],
  }))
  area.answer('POST /auth/passkeys', ({ name }: { name: string }) => {
    const added = { ...laptop, id: 'p2', name }
    held = [...held, added]
    return HttpResponse.json(added, { status: 201 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const name = () => find<HTMLInputElement>('input', 'Name of the passkey')

async function open() {
  await drawInside(<PasskeysCard />)
  await shows('Laptop')
  await press(find('button', 'Add a passkey'))
  await vi.waitFor(() => find('[role=dialog]'))
}

describe('passkeys', () => {
  it('are listed with when they were added and used', async () => {
    held = [laptop, { ...laptop, id: 'p2', name: 'Phone', last_used_at: '2026-11-05T12:00:00Z' }]
    await drawInside(<PasskeysCard />)
    await shows('never used')
    await shows('last used 5 Nov')
  })

  it('are made by the device with what the server asked for, and sent with their name', async () => {
    await open()
    await type(name(), ' Phone ')
    await press(find('button', 'Create passkey'))
    await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(2))
    const asked = create.mock.calls[0]![0].publicKey!
    expect(fromBytes(asked.challenge as ArrayBuffer)).toBe('AQID')
    expect(fromBytes(asked.user.id as ArrayBuffer)).toBe('BA')
    expect(fromBytes(asked.excludeCredentials![0]!.id as ArrayBuffer)).toBe('BQ')
    expect(area.bodies('POST /auth/passkeys')).toEqual([
      {
        name: 'Phone',
        credential: {
          id: 'CQ',
          rawId: 'CQ',
          type: 'public-key',
          authenticatorAttachment: 'platform',
          clientExtensionResults: {},
          response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
        },
      },
    ])
    expect(alert.get().message).toEqual(['Passkey Phone added'])
  })

  it('bring recovery codes when they are the first second factor, and those are shown once', async () => {
    area.answer('POST /auth/passkeys', ({ name: called }: { name: string }) => ({
      id: 'p2',
      name: called,
      recoveryCodes: ['code-1', 'code-2'],
    }))
    await open()
    await type(name(), 'Phone')
    await press(find('button', 'Create passkey'))
    await shows('code-2')
    expect(document.querySelector('[role=dialog] button[aria-label=Close]')).toBeNull()
    await press(find('input[type=checkbox]'))
    await press(find('button', 'Done'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(document.body.textContent).not.toContain('code-2')
  })

  it('want a name before anything is asked', async () => {
    await open()
    await press(find('button', 'Create passkey'))
    await shows('Required')
    expect([create.mock.calls, area.bodies('POST /auth/passkeys/options')]).toEqual([[], []])
  })

  it('are not sent when the device made none, and it says so', async () => {
    create.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await open()
    await type(name(), 'Phone')
    await press(find('button', 'Create passkey'))
    await shows('The device did not create a passkey')
    expect(area.bodies('POST /auth/passkeys')).toEqual([])
  })

  it('are removed, after the password where the server wants it', async () => {
    let confirmed = false
    area.answer('POST /auth/confirm', () => {
      confirmed = true
      return done('confirmed')
    })
    area.answer('DELETE /auth/passkeys/p1', () => {
      if (!confirmed) return passwordWanted()
      held = []
      return done('removed')
    })
    await drawInside(<PasskeysCard />)
    await shows('Laptop')
    await press(find('button', 'Remove Laptop'))
    await shows('Is it you?')
    await type(find<HTMLInputElement>('input', 'Your password'), 'right')
    await press(find('button', 'Confirm'))
    await vi.waitFor(() => expect(document.querySelector('li')).toBeNull())
    expect(alert.get().message).toEqual(['Passkey Laptop removed'])
  })

  it('cannot be added where the browser knows none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await drawInside(<PasskeysCard />)
    await shows('This browser knows no passkeys')
    await shows('Laptop')
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Remove'])
  })
})

it('bytes travel as base64url and come back', () => {
  const all = new Uint8Array(Array.from({ length: 256 }, (_, value) => value))
  expect(toBytes(fromBytes(all.buffer))).toEqual(all)
  expect(fromBytes(new Uint8Array([251, 255]).buffer)).toBe('-_8')
})
