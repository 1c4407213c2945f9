import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check, CircleCheck, CircleX, Clock, Copy } from 'lucide-react'
import { useEffect } from 'react'
import { useLanguage, useT } from '../app/i18n'
import { queries } from '../app/queries'
import { CodeText } from '../kit/CodeText'
import { useCopy } from '../kit/CopyText'
import { formatMoney, formatTime } from '../kit/format'
import { Button } from '../ui/Button'
import { Logo } from '../ui/Logo'
import { Spinner } from '../ui/Spinner'
import { EVERY, isGone, type PublicCharge, readLink } from './link'
import styles from './PayPage.module.css'
import { Told } from './Told'

const ICON = { size: 40, strokeWidth: 1.5, 'aria-hidden': true }
const PAID = new Set(['paid', 'partially_refunded', 'refunded'])

/** Where a payer pays one charge: for everybody who has its link, without an account. Follows the charge by itself. */
export function PayPage() {
  return (
    // Only the dashboard brings one along.
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>
  )
}

function Page() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const t = useT('common', 'charge')
  const { data, error } = useQuery({
    queryKey: ['pay', token],
    queryFn: ({ signal }) => readLink(token, signal),
    refetchInterval: ({ state }) => (state.data?.final || isGone(state.error) ? false : EVERY),
    retry: (count, reason) => !isGone(reason) && count < 3,
  })
  const title = data ? t('charge.pay.title_of', { merchant: data.merchant }) : t('charge.pay.title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        {data ? (
          <Charge charge={data} />
        ) : error ? (
          <Told
            icon={<CircleX {...ICON} />}
            title={t(isGone(error) ? 'charge.pay.unknown' : 'charge.pay.not_loaded')}
            text={t(isGone(error) ? 'charge.pay.unknown_hint' : 'charge.pay.not_loaded_hint')}
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

function Charge({ charge }: { charge: PublicCharge }) {
  const t = useT('common', 'charge')
  const language = useLanguage()
  const { copied, copy } = useCopy()
  const { merchant, amount, status, br_code, code, expires_at, paid_at } = charge
  const sum = formatMoney(amount, language)
  const head = (
    <header className={styles.head}>
      <h1 className={styles.merchant}>{merchant}</h1>
      <p className={styles.amount}>{sum}</p>
    </header>
  )
  if (PAID.has(status)) {
    return (
      <>
        {head}
        <Told
          icon={<CircleCheck {...ICON} className={styles.paid} />}
          title={t('charge.pay.paid')}
          text={
            paid_at ? t('charge.pay.paid_at', { at: formatTime(paid_at, language, { year: 'always' }) }) : ''
          }
        />
      </>
    )
  }
  if (charge.final || !br_code || !code) {
    const waits = status === 'created' || status === 'under_review'
    return (
      <>
        {head}
        <Told
          icon={waits ? <Clock {...ICON} /> : <CircleX {...ICON} />}
          title={t(`charge.pay.${status}`)}
          text={t(waits ? 'charge.pay.wait' : 'charge.pay.ask')}
        />
      </>
    )
  }
  return (
    <>
      {head}
      <svg
        className={styles.picture}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={t('charge.share.picture')}
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <p>{t('charge.pay.how')}</p>
      <Button
        wide
        icon={copied ? <Check size={18} strokeWidth={1.75} /> : <Copy size={18} strokeWidth={1.75} />}
        onClick={() => copy(br_code)}
      >
        {copied ? t('common.action.copied') : t('charge.pay.copy')}
      </Button>
      <CodeText text={br_code} label={t('charge.share.code')} />
      <p className={styles.until}>
        {t('charge.pay.until', { at: formatTime(expires_at, language, { year: 'auto' }) })}
      </p>
    </>
  )
}
