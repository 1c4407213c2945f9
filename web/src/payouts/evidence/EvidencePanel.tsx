import { CircleCheck, FileCheck2, Undo2 } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { Files } from '../../kit/files/Files'
import { formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Moments } from '../../kit/record/Moments'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import {
  EVIDENCE_STATUSES,
  type Evidence,
  type EvidenceRecord,
  MAY_PROVE,
  useEvidence,
  useMayProve,
  wordOf,
} from './evidence'
import styles from './evidence.module.css'

const mark = lazyDialog(() => import('./commands/MarkByEvidence'))
const approve = lazyDialog(() => import('./commands/ApproveEvidence'))
const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

const waits = ({ status }: Evidence) => status === 'proposed'

/** The Command that begins it: of the provider's people alone, while nothing waits and the order is uncertain. */
export function MarkButton({ id }: { id: string }) {
  return useMayProve() ? <Mark id={id} /> : null
}

function Mark({ id }: { id: string }) {
  const t = useT('payoutEvidence')
  const { data } = useEvidence(id)
  if (!data || data.stop !== null || data.evidence.some(waits)) return null
  return (
    <CommandButton
      dialog={mark}
      given={{ id }}
      permissions={MAY_PROVE}
      anyMerchant
      variant="secondary"
      icon={<FileCheck2 {...ICON} />}
    >
      {t('payoutEvidence.mark.open')}
    </CommandButton>
  )
}

/** What was said by evidence of a payment's order, on what it is founded, and who agreed; for the provider's people alone. */
export function EvidencePanel({ id }: { id: string }) {
  return useMayProve() ? <Panel id={id} /> : null
}

function Panel({ id }: { id: string }) {
  const t = useT('common', 'kit', 'payoutEvidence')
  const { data } = useEvidence(id)
  if (!data || (data.evidence.length === 0 && data.files.length === 0)) return null
  return (
    <>
      {data.evidence.map((each) => (
        <Card
          key={each.id}
          title={t('payoutEvidence.card')}
          actions={waits(each) && <Decide found={each} may={data.may_approve} />}
        >
          <div className={styles.panel}>
            {waits(each) && (
              <Banner tone="atention">
                {t(data.may_approve ? 'payoutEvidence.next' : 'payoutEvidence.approve.own')}
              </Banner>
            )}
            <Told found={each} record={data} />
          </div>
        </Card>
      ))}
      {data.files.length > 0 && (
        <Card title={t('payoutEvidence.letters')}>
          <Files
            label={t('payoutEvidence.letters')}
            files={data.files}
            take={({ id: file }) =>
              answer(
                api.GET('/v1/payouts/payments/{id}/evidence/files/{file}', {
                  params: { path: { id, file } },
                  parseAs: 'blob',
                }),
              )
            }
          />
        </Card>
      )}
    </>
  )
}

/** What happened to the evidence, beside what happened to its payment: the merchant reads that one. */
export function EvidenceTimeline({ id }: { id: string }) {
  return useMayProve() ? <Story id={id} /> : null
}

function Story({ id }: { id: string }) {
  const t = useT('payoutEvidence')
  const { data } = useEvidence(id)
  if (!data) return null
  return (
    <Moments
      title={t('payoutEvidence.timeline')}
      moments={data.timeline}
      word={(group, value) => (group === 'event' ? wordOf(t, 'event', value) : value)}
      more={({ data: told }) => ['file' in told && told.file, 'reason' in told && told.reason]}
    />
  )
}

function Decide({ found, may }: { found: Evidence; may: boolean }) {
  const t = useT('payoutEvidence')
  return (
    <>
      <CommandButton
        dialog={acts}
        given={{ id: found.id, what: 'refuse' }}
        permissions={MAY_PROVE}
        anyMerchant
        size="small"
        variant="secondary"
        icon={<Undo2 {...ICON} />}
      >
        {t('payoutEvidence.refuse.open')}
      </CommandButton>
      <CommandButton
        dialog={approve}
        given={{ found }}
        permissions={MAY_PROVE}
        anyMerchant
        size="small"
        disabled={!may}
        title={may ? undefined : t('payoutEvidence.approve.own')}
        icon={<CircleCheck {...ICON} />}
      >
        {t('payoutEvidence.approve.open')}
      </CommandButton>
    </>
  )
}

function Told({ found, record }: { found: Evidence; record: EvidenceRecord }) {
  const t = useT('payoutEvidence')
  const language = useLanguage()
  const { decided_at } = found
  return (
    <Facts
      facts={[
        { label: t('payoutEvidence.column.says'), value: t(`payoutEvidence.says.${found.says}`) },
        {
          label: t('payoutEvidence.column.status'),
          value: <StatusWord values={EVIDENCE_STATUSES} value={found.status} text={{ t, language }} />,
          wide: true,
        },
        { label: t('payoutEvidence.column.amount'), value: <Money value={found.amount} /> },
        { label: t('payoutEvidence.column.occurred_on'), value: formatDay(found.occurred_on, language) },
        {
          label: t(`payoutEvidence.source.${found.source}`),
          value: found.line_text ?? record.files.find((file) => file.id === found.file_id)?.name,
          wide: true,
        },
        ...(found.sha256
          ? [{ label: t('payoutEvidence.column.sha256'), value: found.sha256, wide: true }]
          : []),
        { label: t('payoutEvidence.column.reason'), value: found.reason, wide: true },
        { label: t('payoutEvidence.column.proposed_by'), value: found.proposed_by },
        {
          label: t('payoutEvidence.column.proposed_at'),
          value: <DateTime at={found.proposed_at} year="always" />,
        },
        ...(decided_at
          ? [
              { label: t('payoutEvidence.column.decided_by'), value: found.decided_by },
              {
                label: t('payoutEvidence.column.decided_at'),
                value: <DateTime at={decided_at} year="always" />,
              },
            ]
          : []),
        ...(found.refusal
          ? [{ label: t('payoutEvidence.column.refusal'), value: found.refusal, wide: true }]
          : []),
      ]}
    />
  )
}
