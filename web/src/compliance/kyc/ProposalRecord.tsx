import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatMoney } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Act } from './Act'
import { DocumentDesk } from './DocumentDesk'
import { MAY_APPROVE, OUTCOMES, PROPOSALS_PATH, type Proposal, RISKS, requestPath, wordOf } from './kyc'
import styles from './kyc.module.css'
import { Checks } from './parts'

/** One proposal: what it stands on, what it changes, and who may decide it. */
export function ProposalRecord() {
  const { id = '' } = useParams({ strict: false })
  const proposal = useRecord(
    'kyc.proposals',
    id,
    (signal) => body(api.GET('/v1/kyc/proposals/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={proposal}>{(found) => <Found proposal={found} />}</Loaded>
}

function Found({ proposal }: { proposal: Proposal }) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const { request, outcome } = proposal
  const given = { id: proposal.id, number: request.number, name: request.name }
  const waiting = outcome === 'waiting'
  const agreeFirst = proposal.superior && !proposal.agreed_by
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('kyc.proposals.title'), to: PROPOSALS_PATH }, { label: request.number }]}
          title={request.name}
          status={<StatusWord values={OUTCOMES} value={outcome} text={{ t, language }} />}
          subtitle={[
            request.number,
            t('kyc.proposals.proposed', {
              decision: wordOf(t, 'decision', proposal.decision),
              person: proposal.proposed_by,
            }),
          ].join(' · ')}
          actions={
            waiting &&
            proposal.may_decide && (
              <>
                <Act what="send_back" given={given} permissions={MAY_APPROVE} />
                {agreeFirst ? (
                  <Act what="agree" given={given} permissions={MAY_APPROVE} variant="primary" />
                ) : (
                  <Act
                    what="decide"
                    given={given}
                    permissions={MAY_APPROVE}
                    label={t(
                      proposal.decision === 'approve' ? 'kyc.acts.approve' : 'kyc.acts.reject',
                    )}
                    variant="primary"
                    disabled={proposal.stale}
                  />
                )}
              </>
            )
          }
        />
      }
      situation={
        <>
          {proposal.stale && <Banner tone="error">{t('kyc.proposals.stale')}</Banner>}
          {waiting && !proposal.may_decide && <Banner tone="info">{t('kyc.proposals.not_yours')}</Banner>}
          {waiting && agreeFirst && <Banner tone="awaiting">{t('kyc.proposals.superior')}</Banner>}
        </>
      }
      main={
        <>
          {proposal.changes.length > 0 && <Changes proposal={proposal} />}
          <Card title={t('kyc.proposals.grounds')}>
            <p className={styles.words}>{proposal.internal_note}</p>
            {proposal.public_text && (
              <p className={styles.words}>
                {t('kyc.proposals.told')} {proposal.public_text}
              </p>
            )}
          </Card>
          <DocumentDesk request={request.id} documents={proposal.documents} />
        </>
      }
      side={
        <>
          <Card title={t('kyc.proposals.decision')}>
            <Facts
              facts={[
                {
                  label: t('kyc.column.risk'),
                  value: <StatusWord values={RISKS} value={proposal.risk} text={{ t, language }} />,
                },
                { label: t('kyc.column.reason'), value: request.reason_name },
                { label: t('kyc.column.merchant_name'), value: proposal.company_name },
                { label: t('kyc.column.proposed_by'), value: proposal.proposed_by },
                { label: t('kyc.column.proposed_at'), value: <DateTime at={proposal.proposed_at} /> },
                ...(proposal.superior
                  ? [{ label: t('kyc.column.agreed_by'), value: proposal.agreed_by }]
                  : []),
                { label: t('kyc.column.decided_by'), value: proposal.decided_by },
                { label: t('kyc.field.note'), value: proposal.decision_note, wide: true },
              ]}
            />
            <Link to={requestPath(request.id)}>{t('kyc.proposals.request')}</Link>
          </Card>
          <Checks checks={proposal.checks} />
        </>
      }
      raw={proposal}
    />
  )
}

function Changes({ proposal }: { proposal: Proposal }) {
  const t = useT('kyc', 'companies')
  const language = useLanguage()
  const shown = (field: string, value: string | null) => {
    if (value === null) return '—'
    if (field === 'kyc_expires_on') return formatDay(value, language)
    if (field === 'risk') return wordOf(t, 'risk', value)
    if (field === 'status') return t(`kyc.company_status.${value}`)
    const currency = (proposal.charge_limit ?? proposal.withdrawal_limit)?.currency ?? ''
    return formatMoney({ amount: Number(value), currency }, language)
  }
  return (
    <Card title={t('kyc.proposals.changes')} flush>
      <MiniTable
        label={t('kyc.proposals.changes')}
        columns={[
          { key: 'field', title: t('kyc.proposals.what'), wide: true },
          { key: 'before', title: t('kyc.proposals.before') },
          { key: 'after', title: t('kyc.proposals.after') },
        ]}
        rows={proposal.changes.map(({ field, before, after }) => ({
          key: field,
          cells: [wordOf(t, 'change', field), shown(field, before), shown(field, after)],
        }))}
      />
    </Card>
  )
}
