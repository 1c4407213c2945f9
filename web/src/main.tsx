import './app/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './app/config'
import { publishMeasures } from './app/constants'
import { startTexts, translate } from './app/i18n'
import { LoadFailed } from './app/pages'
import { makeRouter } from './app/routes'
import { followOtherTabs, isSignedIn } from './app/session'

publishMeasures()
followOtherTabs()

const root = createRoot(document.getElementById('root')!)
const config = loadConfig()
// A failure is handled below, once there are texts to say it with.
config.catch(() => undefined)
await startTexts(['common', isSignedIn() ? 'menu' : 'login'])

try {
  await config
  root.render(
    <StrictMode>
      <RouterProvider router={makeRouter()} />
    </StrictMode>,
  )
} catch {
  root.render(<LoadFailed error={new Error(translate('common.page.start_failed'))} />)
}
