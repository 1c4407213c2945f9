import { useQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatMonth } from '../../kit/format'
import { JsonView } from '../../kit/record/JsonView'
import { Loaded } from '../../kit/record/Loaded'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import type { ChargeRecord } from '../charge'
import { outageWords } from '../outage'
import styles from './Messages.module.css'

type Message = ChargeRecord['messages'][number]

type Archive = (asked: {
  params: { path: { id: string } }
  signal: AbortSignal
}) => Promise<Answer<'/v1/payin/charges/{id}/archived-messages', 'get'>>

interface MessagesProps {
  of: Pick<ChargeRecord, 'id' | 'messages' | 'archived_months'>
  /** Reads what was said in months that are in the archive alone. */
  archive: Archive
}

/** Every word with the provider about this charge, as it was said; what is in the archive alone is opened from the archive. */
export function Messages({ of: { id, messages, archived_months }, archive }: MessagesProps) {
  const t = useT('payin')
  if (!messages.length && !archived_months.length) {
    return <EmptyState level={2} title={t('payin.messages.none')} />
  }
  return (
    <div className={styles.messages}>
      <Rows messages={messages} />
      {archived_months.length > 0 && <Archived id={id} months={archived_months} archive={archive} />}
    </div>
  )
}

function Archived({ id, months, archive }: { id: string; months: readonly string[]; archive: Archive }) {
  const t = useT('payin')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const archived = useQuery({
    // An archive never changes, and reading it is dear.
    queryKey: ['archive', 'payin.messages', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => archive({ params: { path: { id } }, signal }),
    enabled: open,
  })
  if (!open) {
    return (
      <Card>
        <div className={styles.archived}>
          <p>
            {t('payin.messages.archived', {
              months: months.map((month) => formatMonth(month, language)).join(', '),
            })}
          </p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('payin.messages.open_archive')}
          </Button>
        </div>
      </Card>
    )
  }
  return (
    <Loaded query={archived} lines={3} level={2}>
      {(found) => (
        <section className={styles.messages} aria-label={t('payin.messages.from_archive')}>
          <h3 className={styles.from}>{t('payin.messages.from_archive')}</h3>
          {found.messages.length === 0 && <p>{t('payin.messages.none_archived')}</p>}
          <Rows messages={found.messages} />
          {found.more && <p>{t('payin.messages.more_archived')}</p>}
        </section>
      )}
    </Loaded>
  )
}

function Rows({ messages }: { messages: readonly Message[] }) {
  const t = useT('payin')
  return (
    <>
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
    </>
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
