import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { BadgeCheck, CircleX, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useLanguage, useT } from '../app/i18n'
import { queries } from '../app/queries'
import { CopyText } from '../kit/CopyText'
import { formatDocument, formatMoney, formatTime } from '../kit/format'
import { Logo } from '../ui/Logo'
import { Spinner } from '../ui/Spinner'
import { isGone, readReceipt, type VerifiedReceipt } from './link'
import styles from './PayPage.module.css'
import { Told } from './Told'

const ICON = { size: 40, strokeWidth: 1.5, 'aria-hidden': true }

/** Says whether a receipt is genuine, and what became of its payment: for everybody who holds it, without an account. */
export function VerifyPage() {
  return (
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>
  )
}

function Page() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const t = useT('common', 'receipt')
  const { data, error } = useQuery({
    queryKey: ['receipt', token],
    queryFn: ({ signal }) => readReceipt(token, signal),
    retry: (count, reason) => !isGone(reason) && count < 3,
  })
  const title = t('receipt.title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        {data ? (
          <Receipt receipt={data} />
        ) : error ? (
          <Told
            icon={<CircleX {...ICON} />}
            title={t(isGone(error) ? 'receipt.unknown' : 'receipt.not_loaded')}
            text={t(isGone(error) ? 'receipt.unknown_hint' : 'receipt.not_loaded_hint')}
          />
        ) : (
          <Spinner label={t('common.loading')} />
        )}
      </main>
      <footer className={styles.foot}>
        <Logo />
      </footer>
    </div>
  )
}

function Receipt({ receipt }: { receipt: VerifiedReceipt }) {
  const t = useT('receipt')
  const language = useLanguage()
  const { status, amount, returned, paid_at, returned_at, time_zone, payee_document, payer_document } =
    receipt
  const moment = (at: string) => formatTime(at, language, { time: 'seconds', zone: time_zone })
  const whole = status === 'returned'
  const facts = [
    [t('receipt.fact.paid_at'), moment(paid_at)],
    [t('receipt.fact.payee'), receipt.payee],
    [t('receipt.fact.payee_document'), payee_document && formatDocument(payee_document)],
    [t('receipt.fact.bank'), receipt.bank],
    [t('receipt.fact.payer'), receipt.payer],
    [t('receipt.fact.payer_document'), payer_document && formatDocument(payer_document)],
    [t('receipt.fact.end_to_end_id'), receipt.end_to_end_id],
    [t('receipt.fact.code'), receipt.code],
    [t('receipt.fact.issuer'), receipt.issuer],
  ].filter(([, value]) => value)
  return (
    <>
      <Told
        icon={
          status === 'done' ? (
            <BadgeCheck {...ICON} className={styles.paid} />
          ) : (
            <Undo2 {...ICON} className={styles.back} />
          )
        }
        title={t(`receipt.status.${status}`)}
        text={
          returned_at
            ? t(whole ? 'receipt.returned_whole' : 'receipt.returned_part', {
                amount: formatMoney(returned, language),
                at: moment(returned_at),
              })
            : t('receipt.genuine', { issuer: receipt.issuer })
        }
      />
      <p className={styles.amount}>{formatMoney(amount, language)}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Proof receipt={receipt} moment={moment} />
      <p className={styles.until}>{t('receipt.compare')}</p>
    </>
  )
}

/** Where the payment stands in the signed log: an inclusion proof by RFC 6962, for whoever checks it with a program. */
function Proof({
  receipt: { proof, entry },
  moment,
}: {
  receipt: VerifiedReceipt
  moment: (at: string) => string
}) {
  const t = useT('receipt')
  if (!proof) return <p className={styles.until}>{t('receipt.proof.soon')}</p>
  const parts = [
    [t('receipt.proof.leaf'), proof.leaf],
    [t('receipt.proof.path'), proof.path.join('\n')],
    [t('receipt.proof.root'), proof.root],
  ]
  return (
    <details className={styles.proof}>
      <summary>{t(proof.holds ? 'receipt.proof.holds' : 'receipt.proof.broken')}</summary>
      <p>
        {t('receipt.proof.place', {
          index: entry ?? 0,
          size: proof.size,
          at: moment(proof.signed_at),
          key: proof.key_id,
        })}
      </p>
      {parts.map(
        ([label = '', value = '']) =>
          value && (
            <div key={label}>
              <span>{label}</span>
              <CopyText text={value} short />
            </div>
          ),
      )}
    </details>
  )
}
