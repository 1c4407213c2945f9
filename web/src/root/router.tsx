import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../app/search'
import { LoadFailed, Rendering } from '../ui/pages'
import { askSignIn, outside, root } from './outside'
import type { tree } from './routes'

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
    // The guards of entries.ts read a path letter by letter: in other letters it is no address.
    caseSensitive: true,
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
