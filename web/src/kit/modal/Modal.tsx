import { Link } from '@tanstack/react-router'
import { Check, CircleCheck, CircleDot, Link2, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { IconButton } from '../../ui/IconButton'
import { Spinner } from '../../ui/Spinner'
import { useCopy } from '../CopyText'
import type { Crumb } from '../record/RecordHeader'
import { useLeaveGuard } from '../useLeaveGuard'
import styles from './Modal.module.css'
import { useRemoval } from './useRemoval'

export interface ModalProps {
  title: string
  crumbs?: readonly Crumb[]
  /** Path that shows the same thing; a button copies its whole address. */
  link?: string
  /**
   * What became of what was typed: nothing was, it is not saved, it is. Typed things are asked about before they are lost.
   * Nothing, where nothing can be typed.
   */
  state?: 'normal' | 'typing' | 'done'
  /** Deletes what the modal shows; it asks first, and closes when that is done. */
  onDelete?: () => Promise<unknown>
  onClose: () => void
  /** Buttons at its end, the main one last. */
  footer?: ReactNode
  children: ReactNode
}

const NONE: readonly Crumb[] = []

/** The generic window over a page: at most 910 px wide and 80 % high, with its own breadcrumbs, link, deletion and state. */
export default function Modal({
  title,
  crumbs = NONE,
  link,
  state,
  onDelete,
  onClose,
  footer,
  children,
}: ModalProps) {
  const t = useT('common')
  const body = useRef<HTMLDivElement>(null)
  const guard = useLeaveGuard(state === 'typing')
  const removal = useRemoval(onDelete, onClose, () => {
    if (body.current) body.current.scrollTop = 0
  })
  const deleting = removal.step === 'deleting' || removal.step === 'calling'
  return (
    <DialogWindow
      size="large"
      title={title}
      above={crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      below={state && <SaveState state={state} />}
      tools={
        <>
          {link !== undefined && <CopyLink link={link} />}
          {onDelete && !deleting && (
            <IconButton
              label={t('common.action.delete')}
              icon={<Trash2 size={18} strokeWidth={1.75} />}
              onClick={removal.ask}
            />
          )}
        </>
      }
      bodyRef={body}
      closable={!deleting}
      onClose={() => guard.ask(onClose)}
      footer={deleting ? null : footer}
    >
      {removal.step === 'asking' && <Question name={title} onYes={removal.yes} onNo={removal.no} />}
      {removal.failure !== null && (
        <Banner tone="error" role="alert">
          {linesOf(t, removal.failure).join('. ')}
        </Banner>
      )}
      {/* Always there, or nothing in it would be read aloud. */}
      <div role="status" className={deleting ? styles.deleting : styles.silent}>
        {removal.step === 'calling' && <Spinner size={24} />}
        {deleting && t('common.modal.deleting')}
      </div>
      <div inert={deleting} className={deleting ? styles.going : undefined}>
        {children}
      </div>
      {/* Within the window: a window over it, not one beside it. */}
      {guard.question}
    </DialogWindow>
  )
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT('common')
  return (
    <nav className={styles.crumbs} aria-label={t('common.modal.crumbs')}>
      {crumbs.map(({ label, to }) => (
        <span key={label}>{to ? <Link to={to}>{label}</Link> : label}</span>
      ))}
    </nav>
  )
}

function SaveState({ state }: { state: NonNullable<ModalProps['state']> }) {
  const t = useT('common')
  return (
    <span role="status" className={styles.state}>
      {state === 'typing' && (
        <span className={styles.typing}>
          <CircleDot size={16} strokeWidth={1.75} aria-hidden />
          {t('common.modal.not_saved')}
        </span>
      )}
      {state === 'done' && (
        <span className={styles.done}>
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
          {t('common.modal.saved')}
        </span>
      )}
    </span>
  )
}

function CopyLink({ link }: { link: string }) {
  const t = useT('common')
  const { copied, copy } = useCopy()
  const Icon = copied ? Check : Link2
  return (
    <IconButton
      label={t(copied ? 'common.action.copied' : 'common.modal.copy_link')}
      icon={<Icon size={18} strokeWidth={1.75} />}
      onClick={() => copy(new URL(link, location.origin).href)}
    />
  )
}

function Question({ name, onYes, onNo }: { name: string; onYes: () => void; onNo: () => void }) {
  const t = useT('common')
  const no = useRef<HTMLButtonElement>(null)
  // Enter pressed once more deletes nothing.
  useEffect(() => no.current?.focus(), [])
  return (
    <section className={styles.question} aria-label={t('common.action.delete')}>
      <p>{t('common.modal.delete_question', { name })}</p>
      <div className={styles.answers}>
        <Button ref={no} size="small" variant="secondary" onClick={onNo}>
          {t('common.no')}
        </Button>
        <Button size="small" variant="danger" onClick={onYes}>
          {t('common.yes')}
        </Button>
      </div>
    </section>
  )
}
