import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { User } from '../app/state'
import { HttpResponse, http } from '../app/test-kit'
import { draw } from '../app/test-page'
import { NothingFound } from '../ui/pages'
import { Shell } from './Shell'

/** For tests of the shell: two people, their merchants, and a small tree of screens. */

export const merchant: User = {
  id: 'u1',
  email: 'ana.lima@aurora.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: null,
  permissions: ['rbac::companies:read', 'payin::payment:read', 'statement::client:read', 'gateway::all'],
  internal_user: false,
  sensitive: false,
}
export const staff: User = {
  ...merchant,
  email: 'diego@retaguarda.example',
  companies: [2, 3],
  permissions: [...merchant.permissions, 'rbac::merchants:view'],
  internal_user: true,
}
export const companies = [
  { id: 2, name: 'Loja Aurora', document: '12ABC34501DE35' },
  { id: 3, name: 'Padaria Três Irmãos', document: '45997418000153' },
]

/** Asked in the background, also when a test has just ended. */
export const ALWAYS = [
  http.get('*/v1/dashboard/feature-flags', () => HttpResponse.json([])),
  http.get('*/v1/notifications', () => HttpResponse.json({ notifications: [], unread: 0 })),
  http.get('*/rbac/profile', () =>
    HttpResponse.json({ name: 'Ana Beatriz Lima', email: merchant.email, locale: null }),
  ),
  http.get('*/rbac/companies/:id', ({ params }) =>
    HttpResponse.json({ id: Number(params.id), name: 'x', time_zone: 'America/Manaus' }),
  ),
]

const OTHERS = ['settings/account', 'account/transfers/list', 'exchange/c220'] as const

/** The shell at a path, with a list, the overview, and the same screen at the others. */
export async function open(path: string, Payments: () => ReactElement = () => <p>the list of payments</p>) {
  const root = createRootRoute()
  const shell = createRoute({ getParentRoute: () => root, path: '/dashboard', component: Shell })
  const payments = createRoute({
    getParentRoute: () => shell,
    path: 'payin/payments/list',
    component: Payments,
  })
  const index = createRoute({ getParentRoute: () => shell, path: '/', component: () => <p>the overview</p> })
  const others = OTHERS.map((at) =>
    createRoute({ getParentRoute: () => shell, path: at, component: () => <p>another screen</p> }),
  )
  const rest = createRoute({ getParentRoute: () => shell, path: '$', component: NothingFound })
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([index, payments, ...others, rest])]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // oxlint-disable-next-line typescript/no-explicit-any -- a small tree of its own, not the registered one
  await draw(<RouterProvider router={router as any} />)
  return router
}
