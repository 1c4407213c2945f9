import { beforeEach, expect, it, vi } from 'vitest'
import { setConfig } from '../config'
import { accept } from '../consent'
import { testConfig } from '../test-kit'
import { startOutside } from './start'

const started = vi.hoisted(() => vi.fn<(service: string, ...given: unknown[]) => Promise<void>>())

vi.mock('./tagManager', () => ({ startTagManager: (id: string) => started('tagManager', id) }))
vi.mock('./recording', () => ({ startRecording: (id: string) => started('recording', id) }))
vi.mock('./errorReporting', () => ({
  startErrorReporting: (dsn: string, environment: string) => started('errorReporting', dsn, environment),
}))
vi.mock('./firebase', () => ({ connect: (project: object) => Promise.resolve(project) }))
vi.mock('./remoteConfig', () => ({
  followRemoteConfig: (service: object) => started('remoteConfig', service),
}))

const ALL = {
  tagManager: 'GTM-ABC1234',
  recording: 'abc123xyz0',
  errorReporting: 'https://key@errors.example/1',
  remoteConfig: { apiKey: 'k', appId: 'a', projectId: 'p' },
}
const names = () => started.mock.calls.map(([name]) => name).toSorted()
/** Each is loaded by an import of its own. */
const loaded = () => new Promise((resolve) => setTimeout(resolve, 50))

beforeEach(() => {
  started.mockReset().mockResolvedValue()
  history.replaceState(null, '', '/')
})

it('nothing is loaded before the person has accepted, and then all that is on', async () => {
  setConfig({ ...testConfig, outside: ALL })
  startOutside()
  await loaded()
  expect(names()).toEqual([])
  accept()
  await vi.waitFor(() =>
    expect(names()).toEqual(['errorReporting', 'recording', 'remoteConfig', 'tagManager']),
  )
  expect(started).toHaveBeenCalledWith('tagManager', 'GTM-ABC1234')
  expect(started).toHaveBeenCalledWith('recording', 'abc123xyz0')
  expect(started).toHaveBeenCalledWith('errorReporting', 'https://key@errors.example/1', 'development')
  expect(started).toHaveBeenCalledWith('remoteConfig', ALL.remoteConfig)
})

it.each([
  ['nothing', {}, []],
  ['one service', { recording: 'abc123xyz0' }, ['recording']],
])('with %s on, no other is loaded', async (_what, outside, expected) => {
  setConfig({ ...testConfig, outside })
  accept()
  startOutside()
  await loaded()
  expect(names()).toEqual(expected)
})

it.each(['/?tk=s3cret', '/?ck=s3cret'])(
  'the page of a mail, %s, loads none: its address is a secret',
  async (address) => {
    history.replaceState(null, '', address)
    setConfig({ ...testConfig, outside: ALL })
    accept()
    startOutside()
    await loaded()
    expect(names()).toEqual([])
  },
)

it('a service that cannot be loaded takes no other with it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  started.mockImplementation((name) =>
    name === 'recording' ? Promise.reject(new Error('blocked')) : Promise.resolve(),
  )
  setConfig({ ...testConfig, outside: ALL })
  accept()
  startOutside()
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(names()).toHaveLength(4))
  expect(String(warned.mock.calls[0])).toContain('Session recording')
})
