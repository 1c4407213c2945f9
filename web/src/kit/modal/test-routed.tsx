import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { afterEach, onTestFinished, vi } from 'vitest'
import { createStore, useStore } from '../../app/store'
import { acting, draw } from '../../app/test-page'

const shown = createStore({ open: true })

// A window has to go before the page that it stands in.
afterEach(() => acting(() => shown.set({ open: false })))

function Shown() {
  return useStore(shown, ({ open }) => open) ? <Outlet /> : null
}

/** Draws a screen at `/here`, which was reached from `/there`, another one; with a link back and one to itself. */
export async function drawRouted(Screen: FunctionComponent) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/there' as never}>there</Link>
        <Link to={'/here' as never} search={{ tab: 'b' } as never}>
          same
        </Link>
        <Shown />
      </>
    ),
  })
  const here = createRoute({ getParentRoute: () => root, path: '/here', component: Screen })
  const there = createRoute({ getParentRoute: () => root, path: '/there', component: () => <p>the other</p> })
  shown.set({ open: true })
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  window.history.replaceState(null, '', '/there')
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  const router = createRouter({ routeTree: root.addChildren([here, there]), history })
  await router.load()
  // oxlint-disable-next-line typescript/no-explicit-any -- a small tree of its own, not the registered one
  await draw(<RouterProvider router={router as any} />)
  await acting(() => router.navigate({ to: '/here' as never }))
  return router
}
