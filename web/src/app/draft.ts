import { authentication, settings } from './state'
import * as storage from './storage'
import { drop, keep, kept } from './tab'
import { decodeToken } from './token'

/**
 * The form that stood open when a session ended without being asked to. This tab keeps it for the same person on the same
 * merchant, until they sign out, somebody else signs in, or its time is over.
 */

const DRAFT = 'form-before'
const KEPT_MS = 30 * 60_000

/** What was typed, by the form's own parts. */
export interface Typed {
  values: Record<string, unknown>
  /** Of the try that sent just this, if there was one: what it did is not done again. */
  key: string | null
}

export interface Draft extends Typed {
  /** What opened the form. */
  opener: string
  page: string
  whose: string
  merchant: number | 'all' | null
  until: number
}

export interface OpenForm {
  opener: () => string
  /** Null while there is nothing to lose. */
  typed: () => Typed | null
}

const open = new Set<OpenForm>()
/** What this page found kept when it began: never what it keeps itself, for it is about to go. */
let waiting: Draft | null = null

/** To be told of each form while it is open; gives the function that takes it back. */
export function formOpened(form: OpenForm): () => void {
  open.add(form)
  return () => open.delete(form)
}

/** The session ends under what is open. */
export function keepForm(): void {
  const whose = authentication.get().user?.email
  for (const { opener, typed } of open) {
    const found = whose && typed()
    if (!found) continue
    const merchant = settings.get().account?.id ?? null
    const until = Date.now() + KEPT_MS
    const draft: Draft = { ...found, opener: opener(), page: location.pathname, whose, merchant, until }
    keep(DRAFT, JSON.stringify(draft))
    return
  }
}

/** Somebody signs out: neither what is kept nor what is open is wanted any more. */
export function forgetForms(): void {
  open.clear()
  forgetDraft()
}

function forgetDraft(): void {
  waiting = null
  drop(DRAFT)
}

/** Somebody signs in, or is there already: what is kept is theirs, or nobody's any more. */
export function lookForDraft(): void {
  waiting = JSON.parse(kept(DRAFT) ?? 'null') as Draft | null
  const email = decodeToken(storage.read('token'))?.email
  if (waiting && email && email !== waiting.whose) forgetDraft()
}

/** What was typed into a form that one of these opened here, once. */
export function takeDraft(openers: () => readonly string[]): Draft | null {
  const draft = waiting
  if (!draft || draft.page !== location.pathname || draft.until < Date.now()) return null
  const isTheirs = draft.whose === authentication.get().user?.email
  if (!isTheirs || draft.merchant !== (settings.get().account?.id ?? null)) return null
  if (!openers().includes(draft.opener)) return null
  forgetDraft()
  return draft
}

/** Also where nobody signs in any more. */
function forgetInTime(): void {
  if (waiting) setTimeout(forgetDraft, waiting.until - Date.now())
}

lookForDraft()
forgetInTime()
