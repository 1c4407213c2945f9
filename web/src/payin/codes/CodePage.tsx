import { Link, useParams } from '@tanstack/react-router'
import { Ban, Check, Copy } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CodeText } from '../../kit/CodeText'
import { CopyText, useCopy } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { CHARGE_STATUSES } from '../../kit/statuses'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CODES_PATH, MAY_CHARGE, recordPath } from '../charge'
import codeStyles from '../record/PixCode.module.css'
import { ShareButton } from '../record/ShareButton'
import { Shares } from '../record/Shares'
import { CODE_STATUSES, type CodeRecord } from './code'

const acts = lazyDialog(() => import('../commands/acts'))

/** One static code: to be scanned or copied, what it asks for, and who paid. */
export function CodePage() {
  const { id = '' } = useParams({ strict: false })
  const code = useRecord(
    'payin.code',
    id,
    (signal) => body(api.GET('/v1/payin/codes/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={code}>{(found) => <Record code={found} />}</Loaded>
}

function Record({ code }: { code: CodeRecord }) {
  const t = useT('kit', 'payin')
  const language = useLanguage()
  const { name, status, amount, message, txid } = code
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payin.codes.title'), to: CODES_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={CODE_STATUSES} value={status} text={{ t, language }} />}
          actions={
            status === 'active' && (
              <CommandButton
                dialog={acts}
                given={{ id: code.id, what: 'disable_code' }}
                permissions={MAY_CHARGE}
                variant="secondary"
                icon={<Ban size={18} strokeWidth={1.75} />}
              >
                {t('payin.codes.disable.open')}
              </CommandButton>
            )
          }
        />
      }
      main={
        <>
          <Card title={t('payin.codes.card')}>
            <Facts
              facts={[
                { label: t('payin.column.txid'), value: <CopyText text={txid} /> },
                {
                  label: t('payin.column.amount'),
                  value: amount ? <Money value={amount} /> : t('payin.codes.any_amount'),
                },
                { label: t('payin.codes.payments'), value: formatNumber(code.payments, language) },
                { label: t('payin.sum.received'), value: <Money value={code.received} /> },
                {
                  label: t('payin.codes.created_at'),
                  value: <DateTime at={code.created_at} year="always" />,
                },
                {
                  label: t('payin.codes.disabled_at'),
                  value: code.disabled_at && <DateTime at={code.disabled_at} year="always" />,
                },
                { label: t('payin.column.description'), value: message, wide: true },
              ]}
            />
          </Card>
          {code.split.length > 0 && <Shares charge={{ split: code.split, shares: [], payments: [] }} />}
          {code.charges.length > 0 && <Charges charges={code.charges} />}
        </>
      }
      side={status === 'active' && <Picture code={code} />}
      sideFirst
      tabs={[trailTab(t, 'static-codes', code.id)]}
      raw={code}
    />
  )
}

/** What was paid with it, the newest first. */
function Charges({ charges }: { charges: CodeRecord['charges'] }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Card title={t('payin.card.payments')} flush>
      <MiniTable
        label={t('payin.card.payments')}
        columns={[
          { key: 'at', title: t('payin.column.paid_at') },
          { key: 'payer', title: t('payin.column.payer_name') },
          { key: 'status', title: t('payin.column.status') },
          { key: 'amount', title: t('payin.column.amount'), end: true },
        ]}
        rows={charges.map(({ id, created_at, payer_name, status, amount }) => ({
          key: id,
          cells: [
            <Link key="at" to={recordPath(id)}>
              <DateTime at={created_at} />
            </Link>,
            payer_name ?? '—',
            <StatusWord key="status" values={CHARGE_STATUSES} value={status} text={{ t, language }} />,
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

function Picture({ code }: { code: CodeRecord }) {
  const t = useT('common', 'payin')
  const { copied, copy } = useCopy()
  const picture = `data:image/svg+xml,${encodeURIComponent(code.picture)}`
  return (
    <Card title={t('payin.card.code')}>
      <div className={codeStyles.code}>
        <div className={codeStyles.picture}>
          <img src={picture} alt={t('payin.codes.alt')} width={200} height={200} />
        </div>
        <CodeText text={code.br_code} label={t('payin.code.text')} />
        <Button
          wide
          variant="secondary"
          icon={copied ? <Check size={18} strokeWidth={1.75} /> : <Copy size={18} strokeWidth={1.75} />}
          onClick={() => copy(code.br_code)}
        >
          {copied ? t('common.action.copied') : t('payin.code.copy')}
        </Button>
        <ShareButton
          shared={{
            id: code.id,
            kind: 'code',
            name: code.name,
            amount: code.amount,
            code: code.br_code,
            picture,
          }}
        />
      </div>
    </Card>
  )
}
