import { Link, useParams } from '@tanstack/react-router'
import { useLanguage, useT } from '../app/i18n'
import { formatDocument, formatMoney } from '../kit/format'
import { PageHeader } from '../kit/PageHeader'
import { Loaded } from '../kit/record/Loaded'
import { Timeline } from '../kit/record/Timeline'
import { casePath, recordPath } from '../payin/charge'
import { recurrencePath } from '../pix/pix'
import type { Tone } from '../ui/Badge'
import { Card } from '../ui/Card'
import { Figures, PayerTabs, usePayer } from './PayerPage'
import styles from './PayerTimeline.module.css'
import type { Payer } from './payer'

type Kind = Payer['timeline'][number]['kind']

const TONES: Partial<Record<Kind, Tone>> = { paid: 'success', refunded: 'info', disputed: 'error' }
/** Where what it is about has its screen. */
const PATHS: Record<Kind, (id: string) => string> = {
  charged: recordPath,
  paid: recordPath,
  refunded: recordPath,
  disputed: casePath,
  recurrence_asked: recurrencePath,
  recurrence_approved: recurrencePath,
}

/** What happened with a payer, over all their charges and recurrences, the newest first. */
export function PayerTimeline() {
  const { id = '' } = useParams({ strict: false })
  return <Loaded query={usePayer(id)}>{(payer) => <Page payer={payer} />}</Loaded>
}

/** Whether there is more than the timeline has: the first moment of everything is its creation. */
function isCut({ partial, sums, recurrences, timeline }: Payer): boolean {
  const created = timeline.filter(({ kind }) => kind === 'charged' || kind === 'recurrence_asked').length
  return partial || sums.reduce((all, { charges }) => all + charges, recurrences) > created
}

function Page({ payer }: { payer: Payer }) {
  const t = useT('kit', 'payers')
  const language = useLanguage()
  return (
    <>
      <PageHeader
        title={payer.name ?? formatDocument(payer.document ?? '')}
        tabs={<PayerTabs payer={payer} />}
      />
      <Figures payer={payer} />
      <Card title={t('payers.tab.timeline')}>
        {isCut(payer) && (
          <p className={styles.newest}>{t('payers.newest', { shown: payer.timeline.length })}</p>
        )}
        <Timeline
          items={payer.timeline.toReversed().map(({ at, kind, amount, subject }) => ({
            key: `${at} ${kind} ${subject}`,
            at,
            title: <Link to={PATHS[kind](subject)}>{t(`payers.moment.${kind}`)}</Link>,
            note: amount && formatMoney(amount, language),
            tone: TONES[kind],
          }))}
        />
      </Card>
    </>
  )
}
