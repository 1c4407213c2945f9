import type { BrowserOptions } from '@sentry/browser'
import { beforeEach, expect, it, vi } from 'vitest'
import { authentication, type User } from '../state'
import { startErrorReporting } from './errorReporting'

const sentry = vi.hoisted(() => ({
  init: vi.fn<(options: BrowserOptions) => void>(),
  setUser: vi.fn<(user: object | null) => void>(),
  replayIntegration: vi.fn<(options: Record<string, unknown>) => { name: string }>(() => ({
    name: 'Replay',
  })),
  breadcrumbsIntegration: vi.fn<() => { name: string }>(() => ({ name: 'Breadcrumbs' })),
  captureConsoleIntegration: vi.fn<() => { name: string }>(() => ({ name: 'CaptureConsole' })),
  makeFetchTransport: vi.fn<(options: object, send: typeof fetch) => { send: typeof fetch }>(
    (_options, send) => ({
      send,
    }),
  ),
}))
vi.mock('@sentry/browser', () => sentry)

const DSN = 'https://key@errors.example/1'
const ana = {
  id: 'p1',
  email: 'ana@merchant.example',
  name: 'Ana',
  permissions: [] as string[],
} as unknown as User

/** How the service was set up. */
function started(): BrowserOptions {
  startErrorReporting(DSN, 'production')
  return sentry.init.mock.calls[0]![0]
}

beforeEach(() => {
  for (const mock of Object.values(sentry)) mock.mockClear()
  authentication.set({ user: null })
})

it('carries the release label, replays one visit in ten, and every visit with an error', () => {
  expect(started()).toMatchObject({
    dsn: DSN,
    environment: 'production',
    release: 'front-dashboard 1.0.4',
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  })
})

it('masks every text and input, blocks every picture, and sends no body, header or cookie', () => {
  const { dataCollection, integrations } = started()
  if (typeof integrations !== 'function') throw new Error('the integrations are chosen by a function')
  const names = integrations([
    { name: 'BrowserSession' },
    { name: 'Console' },
    { name: 'GlobalHandlers' },
  ]).map(({ name }) => name)
  expect(names).toEqual(['GlobalHandlers', 'Breadcrumbs', 'CaptureConsole', 'Replay'])
  expect(sentry.replayIntegration.mock.calls[0]![0]).toMatchObject({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    useCompression: false,
  })
  expect(dataCollection).toMatchObject({
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    userInfo: false,
  })
})

it('says who it was by id and e-mail, follows sign-in and sign-out, and tells nothing more of them', () => {
  started()
  expect(sentry.setUser).toHaveBeenLastCalledWith(null)
  authentication.set({ user: ana })
  expect(sentry.setUser).toHaveBeenLastCalledWith({ id: 'p1', email: 'ana@merchant.example' })
  authentication.set({ user: null })
  expect(sentry.setUser).toHaveBeenLastCalledWith(null)
})

it.each([
  ['text', (text: string) => text],
  ['bytes', (text: string) => new TextEncoder().encode(text)],
])('covers the filters of every address that leaves as %s', async (_kind, form) => {
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const { transport } = started()
  const { send } = transport!({} as never) as unknown as { send: typeof fetch }
  await send('https://errors.example/api/1/envelope/', {
    method: 'POST',
    body: form('{"url":"https://p.example/a?b=1"}'),
  })
  const { body, method } = sent.mock.calls[0]![1]!
  expect(method).toBe('POST')
  expect(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)).toBe(
    '{"url":"https://p.example/a?***"}',
  )
})
