import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { hasText, useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { dayOf } from '../../kit/calendar'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { DUTIES_PATH, DUTY_STATES, type Duty, MAY_WRITE } from './bacen'

const acts = lazyDialog(() => import('./acts'))

/** One duty of a year with its figures: as they stand, or as they were frozen. */
export function DutyRecord() {
  const { id = '' } = useParams({ strict: false })
  const duty = useRecord(
    'bacen.duties',
    id,
    (signal) => body(api.GET('/v1/bacen/duties/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={duty}>{(found) => <Found duty={found} />}</Loaded>
}

function Found({ duty }: { duty: Duty }) {
  const t = useT('kit', 'bacen')
  const language = useLanguage()
  const title = t(`bacen.duty.${duty.kind}`)
  const [year] = useState(() => Number(dayOf(new Date(), 'America/Sao_Paulo').slice(0, 4)))
  const reports = duty.kind === 'effectiveness_report' || duty.kind === 'non_occurrence'
  const early = !duty.done_at && year < duty.year + (reports ? 1 : 0)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('bacen.tab.duties'), to: DUTIES_PATH }, { label: title }]}
          title={`${title} ${duty.year}`}
          status={
            duty.done_at ? <StatusWord values={DUTY_STATES} value="done" text={{ t, language }} /> : null
          }
          subtitle={[duty.norm, t('bacen.record.due', { day: formatDay(duty.due_on, language) })].join(' · ')}
          actions={
            !(duty.done_at || early) && (
              <CommandButton
                dialog={acts}
                given={{ what: 'done', id: duty.id, name: `${title} ${duty.year}` }}
                permissions={MAY_WRITE}
                anyMerchant
              >
                {t('bacen.acts.done')}
              </CommandButton>
            )
          }
        />
      }
      situation={early && <Banner tone="info">{t('bacen.record.year_runs')}</Banner>}
      main={
        <Card title={t(duty.done_at ? 'bacen.record.frozen' : 'bacen.record.standing')}>
          <Facts
            facts={Object.entries(duty.figures).map(([key, value]) => ({
              label: hasText(`bacen.figure.${key}`) ? t(`bacen.figure.${key}`) : key,
              value: formatNumber(Number(value), language),
            }))}
          />
        </Card>
      }
      side={
        duty.done_at && (
          <Card title={t('bacen.duty_state.done')}>
            <Facts
              facts={[
                { label: t('bacen.column.done_by'), value: duty.done_by, wide: true },
                { label: t('bacen.column.done_at'), value: <DateTime at={duty.done_at} /> },
                { label: t('bacen.field.note'), value: duty.note, wide: true },
                {
                  label: t('bacen.record.hash'),
                  value: duty.sha256 && <CopyText text={duty.sha256} />,
                  wide: true,
                },
              ]}
            />
          </Card>
        )
      }
      raw={duty}
    />
  )
}
