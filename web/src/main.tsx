import './app/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './app/config'
import { publishMeasures } from './app/constants'
import { startTexts, translate } from './app/i18n'
import { LoadFailed } from './app/pages'
import { makeRouter } from './app/routes'
import { followScrolling } from './app/scrollbars'
import { followOtherTabs, isSignedIn } from './app/session'
import { askEarly } from './app/user'
import { followVersion } from './app/version'

publishMeasures()
followOtherTabs()
followScrolling()

const root = createRoot(document.getElementById('root')!)
const inside = isSignedIn()
const config = loadConfig()
// A failure is handled below, once there are texts to say it with.
config.then(() => inside && location.pathname.startsWith('/dashboard') && askEarly()).catch(() => undefined)
const router = makeRouter()
// What the first screen needs comes while its texts do.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
}
await startTexts(inside ? ['common', 'menu', 'kit'] : ['common', 'login'])

try {
  const { outside } = await config
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  followVersion()
  // Not a byte of it where no service of others is on.
  if (Object.keys(outside).length) void import('./app/outside/start').then((m) => m.startOutside())
} catch {
  root.render(<LoadFailed error={new Error(translate('common.page.start_failed'))} />)
}
