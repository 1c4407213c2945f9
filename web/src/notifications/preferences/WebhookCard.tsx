import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../app/action'
import { fieldErrors, linesOf } from '../../app/errors'
import { useT, wordsOf } from '../../app/i18n'
import { queries } from '../../app/queries'
import { DateTime } from '../../kit/DateTime'
import { FailedList } from '../../kit/list/states'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { BlockBars } from '../../ui/Skeleton'
import { TextInput } from '../../ui/TextInput'
import type { Webhook } from '../contract'
import { deleteWebhook, putWebhook, testWebhook } from '../server'
import { WEBHOOK_KEY, webhookQuery } from './query'
import styles from './WebhookCard.module.css'

const LONGEST_ADDRESS = 2048
/** How often one looks for what came of a call that was asked for, in milliseconds. */
const LOOK_AGAIN = 1500

const wordOf = wordsOf('notifications')

const reload = () => queries.invalidateQueries({ queryKey: [WEBHOOK_KEY] })

/** The address of the person's own that is called, and what came of the last call. */
export function WebhookCard() {
  const t = useT('common', 'notifications')
  const [asked, setAsked] = useState(false)
  const [made, setMade] = useState<SecretMade | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    ...webhookQuery,
    refetchInterval: ({ state }) => asked && !state.data?.tried_at && LOOK_AGAIN,
  })
  const { pending, failure, run } = useAction()

  async function save(url: string): Promise<void> {
    const saved = await run(() => putWebhook(url))
    if (!saved) return
    setAsked(false)
    setMade({ name: saved.value.url, secret: saved.value.secret })
    await reload()
  }
  async function remove(): Promise<void> {
    if (await run(deleteWebhook)) await reload()
  }
  async function tryIt(): Promise<void> {
    if (!(await run(testWebhook))) return
    setAsked(true)
    await reload()
  }
  return (
    <Card title={t('notifications.webhook.title')} className={styles.card}>
      <p className={styles.text}>{t('notifications.webhook.text')}</p>
      {error && !data && <FailedList failure={error} onRetry={() => void refetch()} />}
      {isPending && <BlockBars blocks={1} height={44} />}
      {data?.url === null && (
        <AddressForm
          pending={pending}
          problem={fieldErrors(t, failure).url ?? (failure ? linesOf(t, failure).join(' ') : null)}
          onSave={save}
        />
      )}
      {data?.url && (
        <div className={styles.line}>
          <div className={styles.what}>
            <code className={styles.url} translate="no">
              {data.url}
            </code>
            <p className={styles.last} role="status">
              {asked && !data.tried_at ? t('notifications.webhook.trying') : <LastCall webhook={data} />}
            </p>
            {failure !== null && <p className={styles.failed}>{linesOf(t, failure).join(' ')}</p>}
          </div>
          <div className={styles.actions}>
            <Button variant="secondary" size="small" disabled={pending} onClick={() => void tryIt()}>
              {t('notifications.webhook.test')}
            </Button>
            <Button variant="secondary" size="small" disabled={pending} onClick={() => void remove()}>
              {t('notifications.webhook.remove')}
            </Button>
          </div>
        </div>
      )}
      {made && <Secret made={made} texts="notifications.webhook.secret" onClose={() => setMade(null)} />}
    </Card>
  )
}

interface AddressFormProps {
  pending: boolean
  problem: string | null
  onSave: (url: string) => Promise<void>
}

function AddressForm({ pending, problem, onSave }: AddressFormProps) {
  const t = useT('common', 'notifications')
  const [url, setUrl] = useState('')
  const [tried, setTried] = useState(false)
  const missing = tried && !url.trim() ? t('common.field_required') : null
  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (url.trim()) void onSave(url.trim())
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field label={t('notifications.webhook.url')} error={missing ?? problem} className={styles.field}>
        {(control) => (
          <TextInput
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={LONGEST_ADDRESS}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" disabled={pending}>
        {t('notifications.webhook.save')}
      </Button>
    </form>
  )
}

function LastCall({ webhook }: { webhook: Webhook }) {
  const t = useT('notifications')
  const { tried_at: at, last_status: status, last_error: problem } = webhook
  if (!at) return t('notifications.webhook.never')
  return (
    <>
      {problem
        ? wordOf(t, 'webhook.error', problem)
        : t('notifications.webhook.answered', { status: status ?? 0 })}
      {' · '}
      <DateTime at={at} year="always" />
    </>
  )
}
