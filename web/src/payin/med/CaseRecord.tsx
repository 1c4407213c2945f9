import { Link, useParams } from '@tanstack/react-router'
import { Gavel, HandCoins, ShieldCheck } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Journals } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { MED_PATH, recordPath } from '../charge'
import { Refunds } from '../record/Refunds'
import { CaseFiles } from './CaseFiles'
import { CASE_STATUSES, type CaseRecord, MAY_ANSWER, MAY_DECIDE, wordOf } from './case'
import { Amounts, Report, Sides } from './facts'
import { Situation } from './Situation'

const reply = lazyDialog(() => import('./commands/AnswerCase'))
const acts = lazyDialog(() => import('./commands/acts'))
const decide = lazyDialog(() => import('./commands/DecideCase'))

/** One case: what is asked back and set aside, until when to answer, what was said and decided, what went back. */
export function CasePage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'payin.med',
    id,
    (signal) => body(api.GET('/v1/payin/disputes/{id}', { params: { path: { id } }, signal })),
    ({ refunds }) => refunds.some(({ status }) => status === 'requested' || status === 'processing'),
  )
  return <Loaded query={found}>{(each) => <Record found={each} />}</Loaded>
}

function Record({ found }: { found: CaseRecord }) {
  const t = useT('kit', 'payin', 'med')
  const language = useLanguage()
  const { amount, payer_name, opened_at, end_to_end_id, status, charge_id } = found
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('med.title'), to: MED_PATH }, { label: end_to_end_id }]}
          title={<Money value={amount} />}
          company={found.company_id}
          status={<StatusWord values={CASE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={
            <>
              {t('med.record.asked_by', {
                payer: payer_name ?? t('med.list.no_payer'),
                at: formatTime(opened_at, language),
              })}
              {charge_id && (
                <>
                  {' · '}
                  <Link to={recordPath(charge_id)}>{t('med.record.charge')}</Link>
                </>
              )}
            </>
          }
          actions={<Actions found={found} />}
        />
      }
      situation={<Situation found={found} />}
      main={
        <>
          <Amounts found={found} />
          <Sides found={found} />
          <CaseFiles found={found} />
          {found.refunds.length > 0 && <Refunds refunds={found.refunds} />}
          <Journals entries={found.entries} />
        </>
      }
      side={
        <>
          <Report found={found} />
          <Moments
            title={t('med.record.timeline')}
            moments={found.timeline}
            word={(group, value) => wordOf(t, group, value)}
          />
        </>
      }
      tabs={[trailTab(t, 'med', found.id)]}
      raw={found}
    />
  )
}

function Actions({ found }: { found: CaseRecord }) {
  const t = useT('med')
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <>
      {found.may_answer && (
        <>
          <CommandButton
            dialog={acts}
            given={{ found, what: 'accept' }}
            permissions={MAY_ANSWER}
            anyMerchant
            variant="secondary"
            icon={<HandCoins {...icon} />}
          >
            {t('med.accept.open')}
          </CommandButton>
          <CommandButton
            dialog={reply}
            given={{ found }}
            permissions={MAY_ANSWER}
            anyMerchant
            variant={found.may_decide ? 'secondary' : 'primary'}
            icon={<ShieldCheck {...icon} />}
          >
            {t(found.defence ? 'med.answer.again' : 'med.answer.open')}
          </CommandButton>
        </>
      )}
      {found.may_decide && (
        <CommandButton
          dialog={decide}
          given={{ found }}
          permissions={MAY_DECIDE}
          anyMerchant
          icon={<Gavel {...icon} />}
        >
          {t('med.decide.open')}
        </CommandButton>
      )}
    </>
  )
}
