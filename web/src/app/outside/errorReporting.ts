import {
  breadcrumbsIntegration,
  captureConsoleIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/browser'
import { RELEASE_LABEL, REPLAY_SAMPLE_RATE } from '../constants'
import { authentication } from '../state'
import { withoutQueries } from './addresses'

type Body = RequestInit['body']

function covered(body: Body): Body {
  if (typeof body === 'string') return withoutQueries(body)
  if (ArrayBuffer.isView(body))
    return new TextEncoder().encode(withoutQueries(new TextDecoder().decode(body)))
  return body
}

/** Everything that leaves for the service passes here. */
const send: typeof fetch = (address, options) => fetch(address, { ...options, body: covered(options?.body) })

/** Visits are not counted, and neither what was pressed nor what was logged goes along with an error. */
const LEFT_OUT: ReadonlySet<string> = new Set(['BrowserSession', 'Breadcrumbs', 'Console'])

function tellWho(): void {
  const { user } = authentication.get()
  setUser(user && { id: user.id, email: user.email })
}

/**
 * Sentry, or whoever speaks its protocol: errors, with the person's id and e-mail, and a replay of one visit in ten and of
 * every visit with an error. A replay shows neither text nor input nor picture; bodies, headers and cookies of calls stay here.
 */
export function startErrorReporting(dsn: string, environment: string): void {
  init({
    dsn,
    environment,
    release: RELEASE_LABEL,
    transport: (options) => makeFetchTransport(options, send),
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    replaysSessionSampleRate: REPLAY_SAMPLE_RATE,
    replaysOnErrorSampleRate: 1,
    integrations: (usual) => [
      ...usual.filter(({ name }) => !LEFT_OUT.has(name)),
      breadcrumbsIntegration({ dom: false, xhr: false }),
      // What a boundary of the page caught is told on the console only.
      captureConsoleIntegration({ levels: ['error'] }),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        networkDetailAllowUrls: [],
        networkCaptureBodies: false,
        // They name what was pressed, and names hold data.
        beforeAddRecordingEvent: (event) =>
          event.data.tag === 'breadcrumb' && event.data.payload.category?.startsWith('ui.') ? null : event,
        // Its worker would be a script from memory, which the page's policy forbids.
        useCompression: false,
      }),
    ],
  })
  tellWho()
  authentication.subscribe(tellWho)
}
