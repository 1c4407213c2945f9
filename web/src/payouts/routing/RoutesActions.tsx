import { useT } from '../../app/i18n'
import { lazyDialog } from '../../kit/command/CommandButton'
import { VersionActions } from '../../rules/VersionActions'
import { MAY_ROUTE, type Routes } from './routing'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRoutes'))

/** What can be done with a version: each is simulated before anybody agrees to it. */
export function RoutesActions({ routes }: { routes: Routes }) {
  const t = useT('payoutRoutes')
  return (
    <VersionActions
      version={routes}
      permissions={MAY_ROUTE}
      acts={acts}
      given={(what) => ({ routes, what })}
      copy={copy}
      trial={{
        act: 'simulate',
        label: t('payoutRoutes.simulation.run'),
        first: t('payoutRoutes.simulation.first'),
        status: routes.simulation?.status,
      }}
    />
  )
}
