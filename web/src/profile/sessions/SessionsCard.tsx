import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../app/action'
import { type Answer, api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import { showAlert } from '../../app/state'
import { DateTime } from '../../kit/DateTime'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Dialog, warmDialog } from '../../ui/Dialog'
import { BlockBars } from '../../ui/Skeleton'
import styles from '../cards.module.css'
import { Failure } from '../Failure'
import { SESSIONS } from '../keys'

/** Where the person is signed in, and the end of any of it but this. */
export function SessionsCard() {
  const t = useT('common', 'preferences')
  const [asking, setAsking] = useState(false)
  const { pending, failure, run } = useAction()
  const list = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => body(api.GET('/auth/sessions', { signal })),
  })
  const here = list.data?.filter(({ current }) => current) ?? []
  const others = list.data?.filter(({ current }) => !current) ?? []

  async function end(work: () => Promise<unknown>, said: string) {
    if (!(await run(work))) return
    showAlert('success', t(said))
    await queries.invalidateQueries({ queryKey: SESSIONS })
  }
  const endOne = (id: string) =>
    end(
      () => body(api.DELETE('/auth/sessions/{id}', { params: { path: { id } } })),
      'preferences.sessions.ended',
    )
  async function endOthers() {
    await end(() => body(api.DELETE('/auth/sessions')), 'preferences.sessions.all_ended')
    // What went wrong stands on the card.
    setAsking(false)
  }

  return (
    <Card
      flush
      title={t('preferences.sessions.title')}
      actions={
        others.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            disabled={pending}
            {...warmDialog}
            onClick={() => setAsking(true)}
          >
            {t('preferences.sessions.end_others')}
          </Button>
        )
      }
    >
      <div className={styles.inside}>
        <p className={styles.text}>{t('preferences.sessions.text')}</p>
        <Failure failure={failure} />
        <Failure failure={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <BlockBars blocks={2} height={44} />}
      </div>
      <ul className={styles.rows}>
        {[...here, ...others].map((session) => (
          <Session
            key={session.id}
            session={session}
            pending={pending}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      <Dialog
        open={asking}
        title={t('preferences.sessions.end_others')}
        closable={!pending}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button variant="secondary" disabled={pending} onClick={() => setAsking(false)}>
              {t('common.action.back')}
            </Button>
            <Button variant="danger" busy={pending} onClick={() => void endOthers()}>
              {t('preferences.sessions.end_others_submit', { count: others.length })}
            </Button>
          </>
        }
      >
        <p className={styles.text}>{t('preferences.sessions.end_others_text', { count: others.length })}</p>
      </Dialog>
    </Card>
  )
}

type OwnSession = Answer<'/auth/sessions', 'get'>[number]

const SMALL = /iPhone|iPad|Android/

interface SessionProps {
  session: OwnSession
  pending: boolean
  onEnd: () => void
}

function Session({ session, pending, onEnd }: SessionProps) {
  const t = useT('preferences')
  const { current, ip, last_seen_at, two_factor } = session
  const device = session.device || t('preferences.sessions.unknown_device')
  const Icon = SMALL.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name} title={session.user_agent ?? undefined}>
          {device}
          {current && <Badge tone="primary">{t('preferences.sessions.current')}</Badge>}
          {two_factor && <Badge tone="success">{t('preferences.sessions.two_factor')}</Badge>}
        </p>
        <p className={styles.detail}>
          {ip && `${ip} · `}
          {t('preferences.sessions.seen')} <DateTime at={last_seen_at} />
        </p>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="small"
          disabled={pending}
          aria-label={t('preferences.sessions.end_named', { device })}
          onClick={onEnd}
        >
          {t('preferences.sessions.end')}
        </Button>
      )}
    </li>
  )
}
