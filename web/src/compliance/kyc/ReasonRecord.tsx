import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { MAY_APPROVE, REASONS_PATH, type Reason, reasonPath, wordOf } from './kyc'
import { useReasons } from './OpenRequest'

const revise = lazyDialog(() => import('./WriteReason'), { size: 'medium' })
const USE = [
  { value: 'true', tone: 'success', label: 'kyc.reason.active' },
  { value: 'false', tone: 'neutral', label: 'kyc.reason.inactive' },
] as const

/** One reason with the documents that it needs. */
export function ReasonRecord() {
  const { id = '' } = useParams({ strict: false })
  const reason = useRecord(
    'kyc.reasons',
    id,
    (signal) => body(api.GET('/v1/kyc/reasons/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={reason}>{(found) => <Found reason={found} />}</Loaded>
}

function Found({ reason }: { reason: Reason }) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const parent = reason.dependent_reason_id
  const named = useReasons().find(({ value }) => value === parent)?.label
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('kyc.tab.reasons'), to: REASONS_PATH }, { label: reason.name }]}
          title={reason.name}
          status={<StatusWord values={USE} value={String(reason.active)} text={{ t, language }} />}
          subtitle={t('kyc.reason.version', { version: reason.version })}
          actions={
            <CommandButton dialog={revise} given={{ reason }} permissions={MAY_APPROVE} anyMerchant>
              {t('kyc.reason.revise')}
            </CommandButton>
          }
        />
      }
      main={
        <>
          <Card title={t('kyc.column.documents')} flush>
            <MiniTable
              label={t('kyc.column.documents')}
              columns={[
                { key: 'name', title: t('kyc.column.name'), wide: true },
                { key: 'code', title: t('kyc.reason.code') },
                { key: 'required', title: t('kyc.reason.required') },
                { key: 'age', title: t('kyc.reason.age'), end: true },
              ]}
              rows={reason.documents.map((each) => ({
                key: each.type_field,
                cells: [
                  each.name,
                  each.type_field,
                  t(!each.required_field ? 'kyc.reason.no' : 'kyc.reason.yes'),
                  each.max_age_days ? t('kyc.reason.days', { count: each.max_age_days }) : '—',
                ],
              }))}
            />
          </Card>
          <Card title={t('kyc.reason.rules')}>
            <Facts
              facts={[
                { label: t('kyc.column.months'), value: reason.time_validate_months },
                {
                  label: t('kyc.column.subject_type'),
                  value: reason.subject_types.map((each) => wordOf(t, 'subject', each)).join(', '),
                },
                {
                  label: t('kyc.column.parent'),
                  value: parent && <Link to={reasonPath(parent)}>{named ?? t('kyc.reason.inactive')}</Link>,
                },
                { label: t('kyc.column.on_expiry'), value: wordOf(t, 'expiry', reason.on_expiry) },
                {
                  label: t('kyc.reason_field.owner_percent'),
                  value: formatNumber(reason.owner_percent, language),
                },
                { label: t('kyc.column.updated_at'), value: <DateTime at={reason.updated_at} /> },
              ]}
            />
          </Card>
        </>
      }
      raw={reason}
    />
  )
}
