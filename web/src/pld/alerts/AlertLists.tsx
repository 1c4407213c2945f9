import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { ResourceList } from '../../kit/list/ResourceList'
import { AlertFigures } from '../Figures'
import { ALERTS_LIST, CASES_LIST, CLOCKS_LIST } from '../lists'
import { AlertsTabs, NoAccess } from '../PldTabs'
import { SEE_ALERTS, SEE_CASES } from '../pld'

/** What the rules found, until somebody decides it. */
export function AlertsList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_ALERTS)) return <NoAccess />
  return (
    <ResourceList
      list={ALERTS_LIST}
      title={t('pld.alerts.title')}
      tabs={<AlertsTabs />}
      Summary={AlertFigures}
    />
  )
}

/** What is investigated. */
export function CasesList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_CASES)) return <NoAccess />
  return <ResourceList list={CASES_LIST} title={t('pld.cases.title')} tabs={<AlertsTabs />} />
}

/** Everything with a legal date. */
export function ClocksList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_ALERTS)) return <NoAccess />
  return <ResourceList list={CLOCKS_LIST} title={t('pld.clocks.title')} tabs={<AlertsTabs />} />
}
