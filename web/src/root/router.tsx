import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { notePage, takePage } from '../app/ended'
import { loadTexts } from '../app/i18n'
import { parseSearch, stringifySearch } from '../app/search'
import { isSignedIn } from '../app/session'
import { LoadFailed, NotFound, Rendering, Unauthorized } from '../ui/pages'
import { Root } from './Root'
import type { tree } from './routes'

/**
 * The addresses outside of the dashboard. Those within it are many: who signs in, or pays by a link, does not wait for their names.
 */

export const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Tokens of mails: about a forgotten password, and about another address.
  validateSearch: ({ tk, ck }: Record<string, unknown>): { tk?: string; ck?: string } => ({
    ...(typeof tk === 'string' && tk && { tk }),
    ...(typeof ck === 'string' && ck && { ck }),
  }),
  beforeLoad: ({ search }) => {
    // An address is confirmed also where somebody is signed in; a forgotten password, once they have signed out.
    if (isSignedIn() && !search.ck && !search.tk) throw redirect({ href: takePage(), replace: true })
  },
  loader: () => loadTexts('login'),
  component: lazyRouteComponent(() => import('../signin/SignInPage'), 'SignInPage'),
})

const unauthorized = createRoute({ getParentRoute: () => root, path: '/401', component: Unauthorized })
const forbidden = createRoute({ getParentRoute: () => root, path: '/403', component: Unauthorized })

/** Of the demo, which names them as its help centre, privacy policy and terms. */
const about = (['/help', '/privacy', '/terms'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: () => loadTexts('about'),
    component: lazyRouteComponent(() => import('./AboutPage'), 'AboutPage'),
  }),
)

/** Where a payer pays, who has no account here. */
const pay = createRoute({
  getParentRoute: () => root,
  path: '/pay/$token',
  loader: () => loadTexts('common', 'kit', 'charge'),
  component: lazyRouteComponent(() => import('../pay/PayPage'), 'PayPage'),
})

/** Sends whoever is not signed in to do so, and back here afterwards. */
export function askSignIn(href: string) {
  if (isSignedIn()) return
  notePage(href, null)
  throw redirect({ to: '/', replace: true })
}

/** What everybody may open. */
export const outside = [signIn, unauthorized, forbidden, ...about, pay] as const

/** Stands for the dashboard until its addresses are there. */
const gate = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/$',
  beforeLoad: async ({ location }) => {
    askSignIn(location.href)
    await loadRoutes()
    router.setRoutes(router.buildRouteTree())
    throw redirect({ href: location.href, replace: true })
  },
})

/** The addresses of the dashboard, fetched once. */
export const loadRoutes = () => import('./routes')

let router: ReturnType<typeof create>

/** Of all addresses where `loadRoutes` was waited for, else of those outside and of the way in. */
export function makeRouter() {
  if (!root.children) root.addChildren([...outside, gate])
  router = create()
  return router
}

function create() {
  return createRouter({
    // What joins the rest is the same root.
    routeTree: root as unknown as typeof tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // What a screen preloads is kept by the query client, not by the router.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Rendering,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: () => <LoadFailed />,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
