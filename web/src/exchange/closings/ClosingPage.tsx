import { useParams } from '@tanstack/react-router'
import { Ban, CircleAlert, Hash, Hourglass, Landmark, RefreshCw, Zap } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Bordereau } from '../Bordereau'
import { CLOSING_STATES, CLOSINGS_PATH, type Closing, MAY_TRADE, momentWord, wordOf } from '../exchange'
import { Decision, Settlement } from './Decision'
import { Figures } from './Figures'
import { LeftOut, Merchants } from './Merchants'
import { RateClock } from './RateClock'
import { Result } from './Result'

const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** The bench of one closing: what it comes to, what it earns, what was left out, and the decision. */
export function ClosingPage() {
  const { id = '' } = useParams({ strict: false })
  const closing = useRecord(
    'exchange.closing',
    id,
    (signal) => body(api.GET('/v1/exchange/closings/{id}', { params: { path: { id } }, signal })),
    (found) => isWaiting(found) || (found.state === 'draft' && found.rate === null),
  )
  return <Loaded query={closing}>{(found) => <Record closing={found} />}</Loaded>
}

/** The bank was asked and has not answered yet. */
const isConfirming = ({ state, confirming_at }: Closing) => state === 'agreed' && confirming_at !== null
const isWaiting = (closing: Closing) => closing.asked_rate_at !== null || isConfirming(closing)

/** What the bank was asked, until it answers; then why a closing ended. */
function Situation({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  if (isWaiting(closing)) {
    return (
      <Banner tone="info" icon={<Hourglass {...ICON} />}>
        {t(isConfirming(closing) ? 'exchange.waiting.confirm' : 'exchange.waiting.rate', {
          bank: closing.bank,
        })}
      </Banner>
    )
  }
  return (
    closing.reason && (
      <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
        {closing.reason}
      </Banner>
    )
  )
}

function Record({ closing }: { closing: Closing }) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  const going = closing.state === 'draft' || closing.state === 'agreed'
  const moments = (
    <Moments title={t('exchange.card.timeline')} moments={closing.timeline} word={momentWord(t)} />
  )
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('exchange.closings.title'), to: CLOSINGS_PATH }, { label: closing.reference }]}
          title={t('exchange.closing.title', {
            currency: closing.foreign.currency,
            direction: wordOf(t, 'direction', closing.direction),
          })}
          status={<StatusWord values={CLOSING_STATES} value={closing.state} text={{ t, language }} />}
          subtitle={t('exchange.closing.until', {
            at: formatTime(closing.cut_at, language),
            bank: closing.bank,
          })}
          actions={<Acts closing={closing} />}
        />
      }
      situation={(closing.reason || isWaiting(closing)) && <Situation closing={closing} />}
      main={
        <>
          <Figures closing={closing} />
          <Merchants closing={closing} />
          {closing.result && <Result closing={closing} result={closing.result} />}
          {closing.left_out.length > 0 && <LeftOut closing={closing} />}
          {going && moments}
        </>
      }
      side={
        <>
          {going ? <Decision closing={closing} /> : <Settlement closing={closing} />}
          {!going && moments}
        </>
      }
      sideFirst={going}
      tabs={[trailTab(t, 'exchange-closings', closing.id)]}
      raw={closing}
    />
  )
}

function Acts({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  const { state, number } = closing
  const going = (state === 'draft' || state === 'agreed') && !isWaiting(closing)
  const button = (
    what: 'ask' | 'agree' | 'number' | 'settle' | 'end',
    word: string,
    icon: React.ReactNode,
    main = false,
  ) => (
    <CommandButton
      dialog={acts}
      given={{ closing, what }}
      permissions={MAY_TRADE}
      anyMerchant
      variant={main ? 'primary' : 'secondary'}
      icon={icon}
    >
      {word}
    </CommandButton>
  )
  return (
    <>
      {state === 'agreed' && closing.rate_until && (
        <RateClock rate={closing.rate ?? ''} until={closing.rate_until} />
      )}
      {going &&
        closing.bank_quotes &&
        button('ask', t('exchange.ask.open'), <Zap {...ICON} />, state === 'draft')}
      {going &&
        button(
          'agree',
          t(state === 'draft' ? 'exchange.agree.open' : 'exchange.agree.again'),
          state === 'draft' ? <Landmark {...ICON} /> : <RefreshCw {...ICON} />,
          state === 'draft' && !closing.bank_quotes,
        )}
      {going && button('end', t('exchange.end.open'), <Ban {...ICON} />)}
      {(state === 'closed' || state === 'settled') && <Bordereau of="closings" id={closing.id} />}
      {(state === 'closed' || state === 'settled') &&
        number === null &&
        button('number', t('exchange.number.open'), <Hash {...ICON} />)}
      {state === 'closed' && button('settle', t('exchange.settle.open'), <Landmark {...ICON} />, true)}
    </>
  )
}
