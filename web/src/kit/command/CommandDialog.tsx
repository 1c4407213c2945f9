import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { DOUBLE_APPROVAL_PATH } from '../../app/constants'
import { CallError, fieldErrors, linesOf } from '../../app/errors'
import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow, { type DialogWindowProps } from '../../ui/DialogWindow'
import { formatMoney } from '../format'
import LeaveQuestion from '../modal/LeaveQuestion'
import styles from './CommandDialog.module.css'
import { type Errors, isEdited, stillWrong } from './corrected'
import { useFormDraft } from './draft'
import { PlanView } from './PlanView'
import { movedBy, type Plan, type Planning } from './plan'
import type { CommandName } from './schema'
import { readAgain } from './subjects'
import { type Answered, type Keyed, useCommand } from './useCommand'
import { usePlan } from './usePlan'

export type { Errors }

/** A person or a merchant, for whom something is done; or a thing: nothing is done for a file. */
export type Subject = string | { thing: string }

export interface CommandDialogProps<Input, Result> {
  /** What it changed is read again when it is done. */
  command?: CommandName
  /** What it acts on is no more then. */
  gone?: boolean
  title: string
  children: (errors: Errors) => ReactNode
  submit: string
  danger?: boolean
  /** What is meant, as the form holds it now; or what keeps it from being sent. */
  read: () => { input: Input } | { errors: Errors }
  send: (input: Input, header: Keyed) => Promise<Answered<Result>>
  onDone: (result: Result) => void
  onClose: () => void
  /** Shows what would happen before it does. */
  planning?: Planning<Input>
  /** The fields that show their own errors; errors of others are shown above the form. */
  fields?: readonly string[]
  /** On whom it acts, or on what, where that is not the chosen merchant. */
  subject?: Subject
  size?: DialogWindowProps['size']
  /** What it sends was typed on the page under it, and stays there: closing it loses nothing. */
  onlyShows?: boolean
  /** Where the person gets on after a refusal, by its code: a link beside what it says. */
  wayOut?: Readonly<Record<string, ReactNode>>
  /** Where the keyboard starts; at the first control without it. */
  initialFocus?: RefObject<HTMLElement | null>
}

const NONE: readonly string[] = []
const NO_ERRORS: Errors = {}
const without = (errors: Errors, fields: readonly string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
const hasAny = (errors: Errors) => Object.keys(errors).length > 0

/** A form that does something, in a window: it names the merchant, runs once, and says what became of it. */
export function CommandDialog<Input, Result>({
  command: name,
  gone,
  title,
  children,
  submit,
  danger = false,
  read,
  send,
  onDone,
  onClose,
  planning,
  fields = NONE,
  subject,
  size,
  onlyShows = false,
  wayOut,
  initialFocus,
}: CommandDialogProps<Input, Result>) {
  const t = useT('common', 'kit')
  const language = useLanguage()
  const form = useId()
  // With all merchants in sight it acts on none of them: nobody is named.
  const chosen = useStore(settings, ({ account }) => (account?.id === 'all' ? undefined : account?.name))
  const meant = subject ?? chosen
  const about = typeof meant === 'object' ? meant.thing : meant && t('kit.command.for', { name: meant })
  const [own, setOwn] = useState<Errors>(NO_ERRORS)
  const [sent, setSent] = useState<Input | null>(null)
  /** Fields that were refused, and hold something else since. */
  const [corrected, setCorrected] = useState(NONE)
  const command = useCommand(send, (result: Result) => {
    onDone(result)
    if (name) readAgain(name, gone)
  })
  const { unsure, awaiting } = command
  const draft = useFormDraft()
  const waits = awaiting !== null
  const again = draft?.again && !waits
  const [leaving, setLeaving] = useState(false)
  const plan = usePlan(planning, read)
  const failure = command.failure ?? plan.failure
  /** The form is filled in and its plan is on the screen. */
  const reviewed = planning?.atOnce ? null : plan.found
  const pending = command.pending || plan.pending
  const refused = byField(fields, fieldErrors(t, failure))
  const now = hasAny(refused) || hasAny(own) ? read() : null
  const edited = now ? Object.keys(refused).filter((field) => isEdited(field, sent, now)) : NONE
  // Once is enough: while another field keeps the form from being read, nobody could tell again.
  if (edited.some((field) => !corrected.includes(field))) setCorrected([...corrected, ...edited])
  const errors = now ? { ...without(refused, [...corrected, ...edited]), ...stillWrong(own, now) } : NO_ERRORS
  const element = useRef<HTMLFormElement>(null)
  useFocusOnError(element, own, failure, pending)
  const above = failure !== null && !ownedBy(fields, failure, t)
  const said = useRef<HTMLDivElement>(null)
  // A long form may have been sent from its end: what became of it is brought to where the person looks.
  useEffect(() => {
    if (above || waits) said.current?.scrollIntoView?.({ block: 'nearest' })
  }, [above, waits])

  // The button that was pressed is gone with the form: the keyboard goes on at the one in its place.
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (waits) close.current?.focus()
  }, [waits])

  const onSubmit = (event: FormEvent) => {
    // React tells it too of a form in a window that a part of this one opened.
    if (event.target !== event.currentTarget) return undefined
    event.preventDefault()
    if (reviewed) return command.run(reviewed.input)
    const given = read()
    setOwn('errors' in given ? given.errors : NO_ERRORS)
    if ('errors' in given) return undefined
    setSent(given.input)
    setCorrected(NONE)
    return planning && !planning.atOnce ? plan.ask(given.input) : command.run(given.input)
  }
  return (
    <DialogWindow
      title={title}
      description={about}
      size={size}
      closable={!command.pending}
      // The button that leads back says what it does; Escape and a press beside the window are soon done by mistake.
      onClose={() => (!onlyShows && draft?.touched() ? setLeaving(true) : onClose())}
      initialFocus={initialFocus}
      footer={
        waits ? (
          <Button ref={close} onClick={onClose}>
            {t('common.action.close')}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={command.pending} onClick={reviewed ? plan.drop : onClose}>
              {t(reviewed ? 'kit.plan.change' : 'kit.command.back')}
            </Button>
            <Button type="submit" form={form} busy={pending} variant={danger ? 'danger' : 'primary'}>
              {planning && !planning.atOnce && !reviewed
                ? t('kit.plan.continue')
                : ((plan.found && submitOf(t, language, submit, plan.found.plan, planning)) ?? submit)}
            </Button>
          </>
        )
      }
    >
      <div ref={said} className={styles.said} aria-live="polite">
        {again && <Banner tone="info">{t('kit.command.again')}</Banner>}
        {awaiting && (
          <Banner tone="awaiting" action={<a href={DOUBLE_APPROVAL_PATH}>{t('kit.command.to_approval')}</a>}>
            {t('kit.command.awaiting', { count: awaiting })}
          </Banner>
        )}
        {above && (
          <Banner tone="error" role="alert" action={wayOut?.[codeOf(failure)]}>
            {linesOf(t, failure).map((line) => (
              <p key={line}>{line}</p>
            ))}
            {unsure && <p>{t('kit.command.unsure')}</p>}
          </Banner>
        )}
      </div>
      {!waits && (
        <form ref={element} id={form} className={styles.form} noValidate onSubmit={onSubmit}>
          <div className={styles.form} hidden={reviewed !== null}>
            {children(errors)}
          </div>
          {planning && plan.found && (
            <PlanView
              plan={plan.found.plan}
              words={planning.words}
              first={planning.first?.(plan.found.plan, plan.found.input)}
              takeFocus={reviewed !== null}
            />
          )}
        </form>
      )}
      {leaving && <LeaveQuestion words="unsaved" onLeave={onClose} onStay={() => setLeaving(false)} />}
    </DialogWindow>
  )
}

/** The words of the button once the plan is known: the sum that it moves stands in them, and that it only asks for it. */
function submitOf<Input>(
  t: Translate,
  language: Language,
  act: string,
  plan: Plan,
  planning: Planning<Input> | undefined,
): string {
  const own = planning?.submit?.(plan)
  const sum = movedBy(plan)
  if (own || !sum) return own ?? act
  const amount = formatMoney(sum, language)
  return t(plan.needs_approval ? 'kit.plan.request_sum' : 'kit.plan.submit_sum', { act, amount })
}

/** The code of a refusal that is about no field; empty for others. */
const codeOf = (failure: unknown): string => {
  const message = failure instanceof CallError ? failure.info.message : undefined
  return typeof message === 'string' ? message : ''
}

/** The server names a field by its path (`payer.document`, `amount.amount`); the form by the part it shows. */
function fieldOf(fields: readonly string[], path: string): string | undefined {
  return fields.find((field) => path === field || path.startsWith(`${field}.`))
}

function byField(fields: readonly string[], named: Record<string, string>): Errors {
  const errors: Errors = {}
  for (const [path, text] of Object.entries(named)) {
    const field = fieldOf(fields, path)
    if (field) errors[field] = text
  }
  return errors
}

/** Whether every error from the server is shown at its field. */
function ownedBy(fields: readonly string[], failure: unknown, t: ReturnType<typeof useT>): boolean {
  const named = Object.keys(fieldErrors(t, failure))
  return named.length > 0 && named.every((path) => fieldOf(fields, path))
}

/** Brings the keyboard to the first field that is wrong, once a try: not while the person corrects them. */
function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  own: Errors,
  failure: unknown,
  pending: boolean,
): void {
  useEffect(() => {
    if (pending || (failure === null && !hasAny(own))) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, own, failure, pending])
}
