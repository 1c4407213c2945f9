import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Rendering } from '../ui/pages'
import { AlertHost } from './AlertHost'
import { Notices } from './Notices'

/** Around every page: no inline style elements (the policy forbids them), and the place where messages appear. */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      {/* At the bottom of the page, and the first that the keyboard comes to. */}
      <Notices />
      <Suspense fallback={<Rendering />}>
        <Outlet />
      </Suspense>
      <AlertHost />
    </CSPProvider>
  )
}
