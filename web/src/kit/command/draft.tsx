import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react'
import { newCommandKey } from '../../app/calls'
import { type Draft, draftTaken, formOpened, type Typed, waitingDraft } from '../../app/draft'

/** What is typed into one form, as far as it may be kept while its person has to sign in again. */
interface FormDraft {
  /** The session had ended under it: what it holds was typed before that, and its window says so. */
  again: boolean
  before: (part: string) => unknown
  put: (part: string, start: unknown, now: unknown, touched: boolean) => void
  /** A new key; the one of before as long as nothing is meant but what was sent with it. */
  nextKey: () => string
  /** Called when the form has succeeded. */
  over: () => void
  typed: () => Typed | null
  /** Whether anything would be lost with it, of what may not be kept too. */
  touched: () => boolean
}

function newDraft(before: Draft | null, again: boolean): FormDraft {
  const start = new Map<string, unknown>()
  const now = new Map<string, unknown>()
  const touched = new Set<string>()
  let sent: { key: string; values: string } | null = null
  let isOver = false
  const values = () => JSON.stringify(Object.fromEntries(now))
  return {
    again,
    before: (part) => before?.values[part],
    put(part, from, value, isTouched) {
      start.set(part, from)
      now.set(part, value)
      if (isTouched) touched.add(part)
      else touched.delete(part)
    },
    nextKey() {
      const same = before?.key && values() === JSON.stringify(before.values) && sent === null
      sent = { key: same && before.key ? before.key : newCommandKey(), values: values() }
      return sent.key
    },
    over() {
      isOver = true
    },
    typed() {
      const text = values()
      if (isOver || text === JSON.stringify(Object.fromEntries(start))) return null
      return { values: Object.fromEntries(now), key: sent?.values === text ? sent.key : null }
    },
    touched: () => !isOver && touched.size > 0,
  }
}

const Here = createContext<FormDraft | null>(null)

export const useFormDraft = () => use(Here)

export interface DraftedProps {
  opener: () => string
  /** What the form begins with instead of its own beginning. */
  draft?: Draft | null
  /** It says by itself that the session had ended; a window that it opens has not to. */
  silent?: boolean
  children: ReactNode
}

/** Around a form while it is open. */
export function Drafted({ opener, draft = null, silent = false, children }: DraftedProps) {
  const [form] = useState(() => newDraft(draft, draft !== null && !silent))
  useEffect(() => formOpened({ opener, typed: form.typed }), [opener, form])
  return <Here value={form}>{children}</Here>
}

/**
 * State of a form that outlives the end of a session: plain data, under a name of its own in the form. Passwords, codes and
 * files stay in a state of their own; `never` names those among the fields of an object.
 */
export function useDraft<S>(
  part: string,
  initial: S | (() => S),
  { never = NONE }: { never?: readonly string[] } = {},
): [S, Dispatch<SetStateAction<S>>] {
  const form = use(Here)
  const [start] = useState(initial)
  const [now, set] = useState<S>(() => merged(start, form?.before(part)))
  useEffect(() => {
    const touched = JSON.stringify(now) !== JSON.stringify(start)
    form?.put(part, start, without(now, start, never), touched)
  }, [form, part, start, now, never])
  return [now, set]
}

const NONE: readonly string[] = []

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that the form has got since begin as it says. */
function merged<S>(start: S, before: unknown): S {
  if (before === undefined) return start
  return (isFields(start) && isFields(before) ? { ...start, ...before } : before) as S
}

function without<S>(now: S, start: S, never: readonly string[]): S {
  if (!never.length || !isFields(now)) return now
  return { ...now, ...Object.fromEntries(never.map((name) => [name, Reflect.get(start as object, name)])) }
}

/** Who opened a dialog, to be found again on the same page: what stands on it, and on what it acts. */
export function openerOf(name: unknown, given: object): string {
  const facts = Object.entries(given).map(([fact, value]: [string, unknown]) => [
    fact,
    isFields(value) && 'id' in value ? value.id : value,
  ])
  return JSON.stringify([typeof name === 'string' ? name : null, facts])
}

/**
 * Opens what stood open when the session ended, once the person is back where they were: calls `open` with its opener. What was typed
 * in it is given until it is forgotten.
 */
export function useReopening(
  ready: boolean,
  openers: () => readonly string[],
  open: (opener: string) => void,
): [before: Draft | null, forget: () => void] {
  const [before, setBefore] = useState<Draft | null>(null)
  useEffect(() => {
    const draft = ready ? waitingDraft(openers) : null
    if (!draft) return
    draftTaken(draft)
    startTransition(() => {
      setBefore(draft)
      open(draft.opener)
    })
  })
  return [before, () => setBefore(null)]
}
