import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleStop, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { textOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { formatNumber, formatTime } from '../../kit/format'
import { requestPath } from '../../kit/record/objectPath'
import { Banner } from '../../ui/Banner'
import { type BatchRecord, batchPath, wordOf } from './batch'
import styles from './Record.module.css'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first: why a file is not read, what it is like, how far it is, why it stands still. */
export function Situation({ batch }: { batch: BatchRecord }) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const {
    status,
    error,
    same_as,
    similar_to,
    similar_lines,
    replaces,
    turned,
    good,
    progress,
    waits_for,
    refused,
    stopped,
  } = batch
  if (same_as) {
    return (
      <Told
        tone="atention"
        title={t('payoutBatches.record.same')}
        text={t('payoutBatches.record.same_next')}
        to={same_as}
        open={t('payoutBatches.record.same_open')}
      />
    )
  }
  if (waits_for) {
    return (
      <Banner
        tone="awaiting"
        className={styles.situation}
        action={<Link to={requestPath(waits_for.id)}>{t('payoutBatches.record.waits_open')}</Link>}
      >
        <strong>{t('payoutBatches.record.waits', { count: waits_for.missing })}</strong>
        <p>{t('payoutBatches.record.waits_next')}</p>
      </Banner>
    )
  }
  if (status === 'unreadable' && error) return <Damaged error={error} />
  if (status === 'received') {
    return (
      <Banner tone="info" className={styles.situation} role="status">
        <p>{t('payoutBatches.record.reading', { read: number(batch.read_lines) })}</p>
        <progress className={styles.progress} aria-label={t('payoutBatches.status.received')} />
      </Banner>
    )
  }
  if (stopped) return <Stopped stopped={stopped} open={!batch.ended_at && progress.waiting + progress.sent} />
  if (status === 'paused' && error) {
    const kind = error.code === 'external_id_used' ? 'id_used' : 'seal_broken'
    const where = error.line > 0 ? 'line' : 'whole'
    return (
      <Told
        tone="error"
        title={t(`payoutBatches.record.${kind}`)}
        text={t(`payoutBatches.record.${kind}_${where}`, { line: number(error.line) })}
      />
    )
  }
  if (status === 'paused') {
    return (
      <Banner tone="atention" className={styles.situation} icon={<TriangleAlert {...ICON} />}>
        <p>{t('payoutBatches.record.paused', { left: number(good - turned) })}</p>
      </Banner>
    )
  }
  if (status === 'authorised' || status === 'running') {
    return (
      <Banner tone="awaiting" className={styles.situation} role="status">
        <p>
          {[
            t('payoutBatches.record.running', {
              turned: number(turned),
              good: number(good),
              done: number(progress.done),
            }),
            progress.sent > 0 && t('payoutBatches.record.at_bank', { count: progress.sent }),
            progress.waiting > 0 && t('payoutBatches.record.waiting', { count: progress.waiting }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <progress
          className={styles.progress}
          max={Math.max(good, 1)}
          value={progress.done + progress.failed}
          aria-label={t('payoutBatches.record.progress')}
        />
      </Banner>
    )
  }
  if (refused) return <Refused refused={refused} open={status === 'planned'} />
  if (status === 'planned' && similar_to) {
    return (
      <Told
        tone="atention"
        title={t('payoutBatches.record.similar', { count: number(similar_lines ?? 0) })}
        text={t('payoutBatches.record.similar_next')}
        to={similar_to}
        open={t('payoutBatches.record.similar_open')}
      />
    )
  }
  return replaces ? (
    <Told
      tone="info"
      title={t('payoutBatches.record.replaces')}
      to={replaces}
      open={t('payoutBatches.record.replaces_open')}
    />
  ) : null
}

/** Who stopped the rest, when and why, and what of it never leaves. */
function Stopped({
  stopped: { at, by, reason, lines },
  open,
}: {
  stopped: NonNullable<BatchRecord['stopped']>
  /** Payments that have not ended yet. */
  open: number | false
}) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  return (
    <Banner tone="atention" className={styles.situation} icon={<CircleStop {...ICON} />} role="status">
      <strong>{t('payoutBatches.stopped.title', { by, at: formatTime(at, language) })}</strong>
      {reason && <p>“{reason}”</p>}
      <p>{t('payoutBatches.stopped.lines', { count: lines })}</p>
      {Boolean(open) && <p>{t('payoutBatches.stopped.open', { count: open || 0 })}</p>}
    </Banner>
  )
}

/** Why the last request to submit the batch led to nothing, and what may be done now. */
function Refused({
  refused,
  open,
}: {
  refused: NonNullable<BatchRecord['refused']>
  /** It can be submitted again. */
  open: boolean
}) {
  const t = useT('common', 'payoutBatches')
  const language = useLanguage()
  const { request, status, actor, reason, error } = refused
  const at = formatTime(refused.at, language)
  return (
    <Banner
      tone="atention"
      className={styles.situation}
      icon={<TriangleAlert {...ICON} />}
      action={<Link to={requestPath(request)}>{t('payoutBatches.record.waits_open')}</Link>}
    >
      <strong>{t(`payoutBatches.refused.${status}`, { by: actor ?? '', at })}</strong>
      {reason && <p>“{reason}”</p>}
      {error && <p>{textOf(t, error)}</p>}
      {open && <p>{t(`payoutBatches.refused.${status}_next`)}</p>}
    </Banner>
  )
}

function Damaged({ error }: { error: NonNullable<BatchRecord['error']> }) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  const why = wordOf(t, 'damage', error.code)
  const key = error.column > 0 ? 'damaged_at' : 'damaged_line'
  const place = {
    line: formatNumber(error.line, language),
    column: formatNumber(error.column, language),
    why,
  }
  return (
    <Told
      tone="error"
      title={t('payoutBatches.record.damaged')}
      text={error.line > 0 ? t(`payoutBatches.record.${key}`, place) : why}
    />
  )
}

function Told({
  tone,
  title,
  text,
  to,
  open,
}: {
  tone: 'info' | 'atention' | 'error'
  title: string
  text?: string
  to?: string
  open?: ReactNode
}) {
  return (
    <Banner
      tone={tone}
      className={styles.situation}
      icon={tone === 'error' ? <CircleAlert {...ICON} /> : <TriangleAlert {...ICON} />}
      action={to && <Link to={batchPath(to)}>{open}</Link>}
    >
      <strong>{title}</strong>
      {text && <p>{text}</p>}
    </Banner>
  )
}
