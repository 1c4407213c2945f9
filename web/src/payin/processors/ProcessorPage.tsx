import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { EmptyState } from '../../ui/EmptyState'
import { ProcessorActions } from './ProcessorActions'
import { PROCESSOR_STATUSES, PROCESSORS_PATH, type Processor, SEE_PROCESSORS } from './processors'
import { Calls, Failures } from './record/Calls'
import { Certificate, Follows, Known, Test } from './record/Known'
import { Situation } from './record/Situation'

/** One processor: how its calls of a day went, what it is called with, and what can be done about it. */
export function ProcessorPage() {
  const t = useT('common')
  if (!may(SEE_PROCESSORS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const processor = useRecord(
    'payin.processor',
    id,
    (signal) => body(api.GET('/v1/payin/processors/{id}', { params: { path: { id } }, signal })),
    ({ pending, testing }) => pending || testing,
  )
  return <Loaded query={processor}>{(found) => <Record processor={found} />}</Loaded>
}

function Record({ processor }: { processor: Processor }) {
  const t = useT('kit', 'processors')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('processors.title'), to: PROCESSORS_PATH }, { label: processor.name }]}
          title={processor.name}
          status={<StatusWord values={PROCESSOR_STATUSES} value={processor.status} text={{ t, language }} />}
          subtitle={processor.base_url}
          actions={<ProcessorActions processor={processor} />}
        />
      }
      situation={<Situation processor={processor} />}
      main={
        <>
          <Known processor={processor} />
          <Calls hours={processor.hours} />
          <Failures failures={processor.failures} />
        </>
      }
      side={
        <>
          <Follows processor={processor} />
          <Certificate processor={processor} />
          <Test processor={processor} />
        </>
      }
      tabs={[trailTab(t, 'processors', processor.id)]}
    />
  )
}
