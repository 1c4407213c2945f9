import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { notePage, takePage } from '../app/ended'
import { loadTexts } from '../app/i18n'
import { isSignedIn } from '../app/session'
import { NotFound, Unauthorized } from '../ui/pages'
import { Root } from './Root'

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

/** Where whoever holds a receipt learns whether it is genuine. */
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/$token',
  loader: () => loadTexts('common', 'kit', 'receipt'),
  component: lazyRouteComponent(() => import('../pay/VerifyPage'), 'VerifyPage'),
})

/** For whoever writes a merchant's programs, before they have an account too. */
const apiReference = createRoute({
  getParentRoute: () => root,
  path: '/docs/api',
  loader: () => loadTexts('common', 'sdk'),
  component: lazyRouteComponent(() => import('../reference/ApiReference'), 'ApiReference'),
})

/** Sends whoever is not signed in to do so, and back here afterwards. */
export function askSignIn(href: string) {
  if (isSignedIn()) return
  notePage(href, null)
  throw redirect({ to: '/', replace: true })
}

/** What everybody may open. */
export const outside = [signIn, unauthorized, forbidden, ...about, pay, verify, apiReference] as const
