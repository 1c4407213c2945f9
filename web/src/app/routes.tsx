import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { loadTexts } from './i18n'
import { LoadFailed, NotFound, Rendering, Unauthorized } from './pages'
import { Root } from './Root'
import { isSignedIn } from './session'

/**
 * Every address of the web. A screen has one route here with a lazily loaded component; paths of the menu whose screen is
 * not built yet fall to the last route of the dashboard, which says so.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/dashboard', replace: true })
  },
  loader: () => loadTexts('login'),
  component: lazyRouteComponent(() => import('../signin/SignInPage'), 'SignInPage'),
})

const unauthorized = createRoute({ getParentRoute: () => root, path: '/401', component: Unauthorized })
const forbidden = createRoute({ getParentRoute: () => root, path: '/403', component: Unauthorized })

export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: () => {
    if (!isSignedIn()) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadTexts('menu'),
  component: lazyRouteComponent(() => import('../shell/Shell'), 'Shell'),
})

const noScreen = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: lazyRouteComponent(() => import('../shell/NoScreen'), 'NoScreen'),
})

const tree = root.addChildren([signIn, unauthorized, forbidden, dashboard.addChildren([noScreen])])

export function makeRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    // What a screen preloads is kept by the query client, not by the router.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Rendering,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: LoadFailed,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
