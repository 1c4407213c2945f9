import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { JsonView } from '../../kit/record/JsonView'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import type { ChargeRecord } from '../charge'
import { outageWords } from '../outage'
import styles from './Messages.module.css'

type Message = ChargeRecord['messages'][number]

/** Every word with the provider about this charge, as it was said. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  const t = useT('payin')
  if (!messages.length) return <EmptyState level={2} title={t('payin.messages.none')} />
  return (
    <div className={styles.messages}>
      {messages.toReversed().map((message) => (
        <Card key={`${message.at} ${message.direction} ${message.url}`} flush>
          <details className={styles.message}>
            <summary className={styles.head}>
              <Direction message={message} />
              <code className={styles.address}>
                {message.method} {pathOf(message.url)}
              </code>
              <Badge tone={isGood(message) ? 'success' : 'error'}>
                {message.status ?? t('payin.messages.no_answer')}
              </Badge>
              <span className={styles.time}>
                <DateTime at={message.at} time="seconds" />
              </span>
            </summary>
            <div className={styles.bodies}>
              {message.error && <p className={styles.error}>{outageWords(t, message.error)}</p>}
              {present(message.request) && (
                <JsonView value={message.request} label={t('payin.messages.request')} />
              )}
              {present(message.response) && (
                <JsonView value={message.response} label={t('payin.messages.response')} />
              )}
            </div>
          </details>
        </Card>
      ))}
    </div>
  )
}

function Direction({ message }: { message: Message }) {
  const t = useT('payin')
  const Icon = message.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return <Icon size={18} strokeWidth={1.75} aria-label={t(`payin.messages.${message.direction}`)} />
}

const isGood = ({ status }: Message) => status !== null && status < 400
const present = (value: unknown) => value !== null && value !== undefined && value !== ''

function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url)
    return pathname + search
  } catch {
    return url
  }
}
