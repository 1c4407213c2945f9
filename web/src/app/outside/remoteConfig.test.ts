import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type FetchStatus,
  followRemoteConfig,
  type RemoteConfigService,
  type RemoteValue,
  remoteConfig,
  remoteValue,
} from './remoteConfig'

let status: FetchStatus
let values: Record<string, RemoteValue>
let stop: () => void = () => undefined
const refresh = vi.fn<() => Promise<void>>()
const service: RemoteConfigService = { refresh, status: () => status, values: () => values }

const comesBack = () => document.dispatchEvent(new Event('visibilitychange'))

beforeEach(() => {
  status = 'no-fetch-yet'
  values = {}
  remoteConfig.set({ status: 'no-fetch-yet', values: {} })
  refresh.mockReset().mockImplementation(async () => {
    status = 'success'
    values = { limit: { text: '10', source: 'remote' }, colour: { text: 'red', source: 'default' } }
  })
})
afterEach(() => stop())

it('begins without a fetch, and a name that nobody set is an empty static text', () => {
  expect(remoteConfig.get().status).toBe('no-fetch-yet')
  expect(remoteValue('limit')).toEqual({ text: '', source: 'static' })
  expect(remoteValue('constructor')).toEqual({ text: '', source: 'static' })
})

it('takes the values of the last visit at once, then fresh ones, each with its source', async () => {
  values = { limit: { text: '5', source: 'remote' } }
  const following = followRemoteConfig(service)
  expect(remoteValue('limit')).toEqual({ text: '5', source: 'remote' })
  expect(remoteConfig.get().status).toBe('no-fetch-yet')
  stop = await following
  expect(remoteConfig.get().status).toBe('success')
  expect(remoteValue('limit')).toEqual({ text: '10', source: 'remote' })
  expect(remoteValue('colour')).toEqual({ text: 'red', source: 'default' })
})

it.each(['failure', 'throttle'] as const)(
  'a fetch that ends in %s says so and keeps the values',
  async (ended) => {
    stop = await followRemoteConfig(service)
    refresh.mockImplementation(async () => {
      status = ended
      throw new Error('away')
    })
    comesBack()
    await vi.waitFor(() => expect(remoteConfig.get().status).toBe(ended))
    expect(remoteValue('limit').text).toBe('10')
  },
)

it('asks again when the person comes back to the tab, one at a time, until it is stopped', async () => {
  stop = await followRemoteConfig(service)
  let answer = () => undefined as void
  refresh.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  comesBack()
  comesBack()
  expect(refresh).toHaveBeenCalledTimes(2)
  answer()
  await vi.waitFor(() => {
    comesBack()
    expect(refresh).toHaveBeenCalledTimes(3)
  })
  stop()
  answer()
  await Promise.resolve()
  comesBack()
  expect(refresh).toHaveBeenCalledTimes(3)
})

it('does not ask while the tab is hidden', async () => {
  stop = await followRemoteConfig(service)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  comesBack()
  expect(refresh).toHaveBeenCalledOnce()
})
