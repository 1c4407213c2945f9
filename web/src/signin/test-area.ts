import { beforeAll, beforeEach, vi } from 'vitest'
import { setConfig } from '../app/config'
import { pause } from '../app/pause'
import { clearSession } from '../app/state'
import { fakeNetwork, HttpResponse, http, madeToken, testConfig } from '../app/test-kit'
import { find, realTexts } from '../app/test-page'
import { solve } from './solve'

/** For tests of this area. Each file mocks `./solve` and `../app/pause` itself: a mock is hoisted in its own file only. */

interface Sent {
  body: Record<string, unknown>
  botCheck: string | null
  bearer: string | null
}

export const credentials = { email: 'ana@merchant.example', password: 'right' }

/** A server with bot checks, and a clock that does not wait. */
export function signInArea() {
  // Asked in the background, also when a test has just ended.
  const network = fakeNetwork(
    http.get('*/auth/bot-check/challenge', ({ request }) => {
      area.checks.push(new URL(request.url).searchParams.get('action') ?? '')
      return HttpResponse.json({ parameters: {}, signature: 's' })
    }),
    http.get('*/v1/dashboard/notifications/topics', () => {
      area.topics += 1
      return HttpResponse.json([])
    }),
  )
  const area = {
    network,
    /** Actions of the bot checks that were asked for. */
    checks: [] as string[],
    sent: [] as Sent[],
    /** Calls of the topics endpoint. */
    topics: 0,
    /** Milliseconds that the form waited, one by one. */
    waits: () => vi.mocked(pause).mock.calls.map(([ms]) => ms),
    /** What a path of `/auth` answers, one after the other; the last one stays. */
    answers(path: 'login' | 'forgot', ...answers: (() => Response)[]) {
      network.use(
        http.post(`*/auth/${path}`, async ({ request }) => {
          area.sent.push({
            body: (await request.json()) as Record<string, unknown>,
            botCheck: request.headers.get('X-Bot-Check'),
            bearer: request.headers.get('Authorization'),
          })
          return (answers.length > 1 ? answers.shift() : answers[0])!()
        }),
      )
    },
  }
  beforeAll(() => realTexts())
  beforeEach(() => {
    clearSession()
    setConfig({ ...testConfig, botCheck: { kind: 'altcha' } })
    vi.mocked(pause).mockReset().mockResolvedValue(undefined)
    Object.assign(area, { checks: [], sent: [], topics: 0 })
    vi.mocked(solve)
      .mockReset()
      .mockImplementation(() => Promise.resolve(`answer ${area.checks.length}`))
  })
  return area
}

export const welcome = () =>
  HttpResponse.json({ token: madeToken(600), refreshToken: 'r1', twoFactorRequired: false })

export const email = () => find<HTMLInputElement>('input', 'E-mail')
