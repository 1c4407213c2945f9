import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { Loaded } from '../../kit/record/Loaded'
import { useRecord } from '../../kit/record/useRecord'
import { VersionRecord } from '../../rules/VersionRecord'
import { Editor } from './Editor'
import { Groups } from './Groups'
import { RoutesActions } from './RoutesActions'
import { MAY_ROUTE, ROUTES_PATH, type Routes } from './routing'
import { SimulationCard } from './SimulationCard'

/** One version of the routes: its groups, which a draft lets be written, and what it would have done with 30 days of payments. */
export function RoutesPage() {
  const { id = '' } = useParams({ strict: false })
  const routes = useRecord(
    'payouts.routes.one',
    id,
    (signal) => body(api.GET('/v1/payouts/routes/{id}', { params: { path: { id } }, signal })),
    (found) => found.simulation?.status === 'asked',
  )
  return <Loaded query={routes}>{(found) => <Record routes={found} />}</Loaded>
}

function Record({ routes }: { routes: Routes }) {
  const t = useT('payoutRoutes')
  return (
    <VersionRecord
      version={routes}
      list={{ label: t('payoutRoutes.title'), to: ROUTES_PATH }}
      subtitle={t('payoutRoutes.count', { count: routes.groups.length })}
      subject="payout-routes"
      permissions={MAY_ROUTE}
      actions={<RoutesActions routes={routes} />}
      editor={<Editor routes={routes} />}
      groups={<Groups routes={routes} />}
      trial={<SimulationCard simulation={routes.simulation} />}
    />
  )
}
