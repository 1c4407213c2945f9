import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatMoney } from '../../kit/format'
import { bankName } from '../../kit/place/bankName'
import { Facts } from '../../kit/record/Facts'
import { PayerLink } from '../../kit/record/PayerLink'
import { Card } from '../../ui/Card'
import { type CaseRecord, wordOf } from './case'
import styles from './facts.module.css'

/** How much is asked for, lies set aside, went back, and is not there. */
export function Amounts({ found }: { found: CaseRecord }) {
  const t = useT('med')
  const language = useLanguage()
  const { paid, paid_at, asked, amount, agreed, blocked, returned, missing } = found
  return (
    <Card title={t('med.record.amounts')}>
      <Facts
        facts={[
          { label: t('med.column.amount'), value: formatMoney(amount, language) },
          { label: t('med.column.agreed'), value: agreed && formatMoney(agreed, language) },
          { label: t('med.column.blocked'), value: formatMoney(blocked, language) },
          { label: t('med.column.returned'), value: formatMoney(returned, language) },
          { label: t('med.column.missing'), value: missing.amount ? formatMoney(missing, language) : null },
          { label: t('med.column.asked'), value: formatMoney(asked, language) },
          { label: t('med.column.paid'), value: formatMoney(paid, language) },
          { label: t('med.column.paid_at'), value: <DateTime at={paid_at} year="always" /> },
        ]}
      />
    </Card>
  )
}

/** What the payer's bank says, and about what. */
export function Report({ found }: { found: CaseRecord }) {
  const t = useT('med')
  const { reason, payer_name, payer_document, payer_bank, payer_bank_name, details, told_error } = found
  return (
    <Card title={t('med.record.report')}>
      <Facts
        facts={[
          { label: t('med.column.reason'), value: wordOf(t, 'reason', reason) },
          {
            label: t('med.column.payer_bank'),
            value: [bankName(payer_bank_name), payer_bank].filter(Boolean).join(' · '),
          },
          {
            label: t('med.column.payer_name'),
            value: <PayerLink id={found.charge_id} name={payer_name} document={payer_document} />,
          },
          { label: t('med.column.payer_document'), value: payer_document && formatDocument(payer_document) },
          { label: t('med.column.details'), value: <Written text={details} />, wide: true },
          {
            label: t('med.column.end_to_end_id'),
            value: <CopyText text={found.end_to_end_id} />,
            wide: true,
          },
          ...[
            { label: t('med.column.report_id'), id: found.report_id },
            { label: t('med.column.request_id'), id: found.request_id },
          ].flatMap(({ label, id }) => (id ? [{ label, value: <CopyText text={id} />, wide: true }] : [])),
          ...(told_error ? [{ label: t('med.column.told_error'), value: told_error, wide: true }] : []),
        ]}
      />
    </Card>
  )
}

/** What the merchant says, and what was decided. */
export function Sides({ found }: { found: CaseRecord }) {
  const t = useT('med')
  const { defence, answered_at, answered_by, decision, decision_note, decided_at, decided_by } = found
  return (
    <Card title={t('med.record.sides')}>
      <Facts
        facts={[
          { label: t('med.column.defence'), value: <Written text={defence} />, wide: true },
          {
            label: t('med.column.answered_at'),
            value: answered_at && <DateTime at={answered_at} year="always" />,
          },
          {
            label: t('med.column.answered_by'),
            value: answered_at && (answered_by || t('med.record.nobody')),
          },
          { label: t('med.column.decision'), value: decision && wordOf(t, 'decision', decision) },
          {
            label: t('med.column.decided_at'),
            value: decided_at && <DateTime at={decided_at} year="always" />,
          },
          ...(decided_by
            ? [{ label: t('med.column.decided_by'), value: wordOf(t, 'actor', decided_by) }]
            : []),
          ...(decision_note
            ? [{ label: t('med.column.decision_note'), value: <Written text={decision_note} />, wide: true }]
            : []),
        ]}
      />
    </Card>
  )
}

/** A person's text, in its own lines. */
function Written({ text }: { text: string | null }) {
  return text ? <span className={styles.written}>{text}</span> : '—'
}
