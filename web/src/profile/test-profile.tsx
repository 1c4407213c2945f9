import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { texts } from '../app/i18n'
import { queries } from '../app/queries'
import { clearSession, closeAlert, setTokens, setUser, type User } from '../app/state'
import { createStore, useStore } from '../app/store'
import { fakeNetwork, type HttpResponse, http, madeToken, refused } from '../app/test-kit'
import { acting, draw, realTexts } from '../app/test-page'

/** For tests of these screens: somebody who is signed in, and a server that answers what a test says. */

export const ana: User = {
  id: 'u1',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read'],
  internal_user: false,
  sensitive: false,
}

interface Sent {
  call: string
  body: unknown
}

type Answering = (body: never) => Response | object

const shown = createStore({ open: true })

export function profileArea() {
  const answers = new Map<string, Answering>()
  const area = {
    sent: [] as Sent[],
    /** Bodies of one call, in order. */
    bodies: (call: string) => area.sent.filter((one) => one.call === call).map(({ body }) => body),
    /** What `METHOD /path` answers from now on: a response, or the body of one. */
    answer(call: string, answering: Answering) {
      answers.set(call, answering)
    },
  }
  const handler = async ({ request }: { request: Request }) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const text = await request.text()
    const body: unknown = text ? JSON.parse(text) : null
    area.sent.push({ call, body })
    const answering = answers.get(call)
    if (!answering) return refused(500, 'unexpected_error', `no answer for ${call}`)
    const answered = answering(body as never)
    return (answered instanceof Response ? answered : Response.json(answered)) as HttpResponse<null>
  }
  fakeNetwork(http.all('*/auth/*', handler), http.all('*/rbac/*', handler))

  // What a browser fetches on touch is there at once, so that no test waits for it.
  beforeAll(() =>
    Promise.all([
      realTexts(),
      import('../ui/DialogWindow'),
      import('../ui/SelectPart'),
      import('./SensitiveModal'),
    ]),
  )
  beforeEach(async () => {
    queries.clear()
    clearSession()
    closeAlert()
    await texts.changeLanguage('en')
    setTokens(madeToken(600), 'r1')
    setUser(ana)
    shown.set({ open: true })
    area.sent.length = 0
    answers.clear()
    area.answer('GET /rbac/me', () => ana)
  })
  // What stands in a portal must go before the page of the test does.
  afterEach(() => acting(() => shown.set({ open: false })))
  return area
}

function Place({ children }: { children: ReactNode }) {
  return useStore(shown, ({ open }) => open) ? children : null
}

export function drawInside(element: ReactNode): Promise<void> {
  return draw(
    <QueryClientProvider client={queries}>
      <Place>{element}</Place>
    </QueryClientProvider>,
  )
}

export const done = (message: string) => ({ status: true, statusCode: 200, message })

/** The refusal of a server that wants the password first. */
export const passwordWanted = () => refused(403, 'password_confirmation_required')
export const wrongPassword = () => refused(400, 'password_incorrect', 'Invalid e-mail or password')
