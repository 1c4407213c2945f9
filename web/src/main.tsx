import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { publishMeasures } from './app/constants'
import { earlyConfig, isInside, withStacks } from './app/early'
import { startTexts, translate } from './app/i18n'
import { followScrolling } from './app/scrollbars'
import { followOtherTabs, isSignedIn } from './app/session'
import { followVersion } from './app/version'
import { loadRoutes, makeRouter } from './root/router'
import { LoadFailed } from './ui/pages'

withStacks()
publishMeasures()
followOtherTabs()
followScrolling()

// The code may be there before the markup has been read to its end.
const page =
  document.readyState === 'loading' &&
  new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
let root: Root | null = null
function draw(what: ReactNode) {
  root ??= createRoot(document.getElementById('root')!)
  root.render(what)
}

const [, place = ''] = location.pathname.split('/')
/** The texts of pages for whoever has an address of ours, and no account. */
const PUBLIC: Readonly<Record<string, string>> = { pay: 'charge', verify: 'receipt' }
const texts = startTexts(
  PUBLIC[place]
    ? ['common', 'kit', PUBLIC[place]]
    : isSignedIn()
      ? ['common', 'menu', 'kit']
      : ['common', 'login'],
)

try {
  if (isInside()) await loadRoutes()
  const router = makeRouter()
  // What the first screen needs comes while its texts do.
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
  }
  // It is there already: this file was fetched after it.
  const { outside } = await earlyConfig()
  // Everything that the frame of the first picture needs, so that it is drawn once.
  const person = isInside() && import('./shell/Shell').then((m) => m.knowPerson())
  await Promise.all([texts, router.load(), person, page])
  draw(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  followVersion()
  // While somebody types their password; who only looks at the page loads nothing of the dashboard.
  if (!isSignedIn() && location.pathname === '/') {
    addEventListener('input', () => void loadRoutes().catch(() => undefined), { once: true })
  }
  // Not a byte of it where no service of others is on.
  if (Object.keys(outside).length) void import('./app/outside/start').then((m) => m.startOutside())
} catch {
  await Promise.all([texts, page])
  draw(<LoadFailed hint={translate('common.page.start_failed')} />)
}
