import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DraftedPage } from '../../kit/command/DraftedPage'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { People } from '../rules/People'
import { RULES_STATUSES } from '../rules/rules'
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
  const t = useT('kit', 'pixRules', 'payoutRoutes')
  const language = useLanguage()
  const title = `${routes.number} · ${routes.name}`
  const drafted = routes.status === 'draft' && may(MAY_ROUTE)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRoutes.title'), to: ROUTES_PATH }, { label: title }]}
          title={title}
          status={<StatusWord values={RULES_STATUSES} value={routes.status} text={{ t, language }} />}
          subtitle={t('payoutRoutes.count', { count: routes.groups.length })}
          actions={<RoutesActions routes={routes} />}
        />
      }
      situation={drafted && !routes.may_approve && <Banner tone="info">{t('pixRules.approve.own')}</Banner>}
      main={
        <>
          {drafted ? (
            // Another revision begins anew: what somebody else wrote is not mixed with what is being typed.
            <DraftedPage of={`routes ${routes.id} ${routes.revision}`}>
              <Editor routes={routes} />
            </DraftedPage>
          ) : (
            <Groups routes={routes} />
          )}
          <SimulationCard simulation={routes.simulation} />
        </>
      }
      side={<People rules={routes} />}
      tabs={[trailTab(t, 'payout-routes', routes.id)]}
    />
  )
}
