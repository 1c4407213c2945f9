import { authentication, settings } from './state'
import * as storage from './storage'
import { drop, keep, kept } from './tab'
import { decodeToken } from './token'

/**
 * Drafts of the forms that were open when a session ended by itself: a dialog, the page under it, or both. This tab keeps them
 * for the same person and merchant until they sign out, somebody else signs in, or 30 minutes have passed.
 */

const DRAFTS = 'forms-before'
const KEPT_MS = 30 * 60_000

/** What was typed, as the form stores it. */
export interface Typed {
  values: Record<string, unknown>
  /** Idempotency key of the attempt that sent exactly this, if any, so that it is not done twice. */
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
/** Drafts found when this page loaded; never those it keeps itself, because it is about to unload. */
let waiting: readonly Draft[] = []

/** Registers a form while it is open; returns the function that removes it. */
export function formOpened(form: OpenForm): () => void {
  open.add(form)
  return () => open.delete(form)
}

/** Keeps a draft of each open form, because the session is ending. */
export function keepForms(): void {
  const whose = authentication.get().user?.email
  if (!whose) return
  const merchant = settings.get().account?.id ?? null
  const until = Date.now() + KEPT_MS
  const page = location.pathname
  const drafts = [...open].flatMap(({ opener, typed }): Draft[] => {
    const found = typed()
    return found ? [{ ...found, opener: opener(), page, whose, merchant, until }] : []
  })
  if (drafts.length) keep(DRAFTS, JSON.stringify(drafts))
}

/** Forgets open forms and kept drafts, because the person signs out. */
export function forgetForms(): void {
  open.clear()
  forgetDrafts()
}

function forgetDrafts(): void {
  waiting = []
  drop(DRAFTS)
}

/** Somebody signs in, or is there already: what is kept is theirs, or nobody's any more. */
export function lookForDrafts(): void {
  waiting = JSON.parse(kept(DRAFTS) ?? '[]') as Draft[]
  const email = decodeToken(storage.read('token'))?.email
  if (email && waiting.some(({ whose }) => whose !== email)) forgetDrafts()
}

/** What was typed into a form that one of these opened here, and is not taken yet. */
export function waitingDraft(openers: () => readonly string[]): Draft | null {
  const here = waiting.filter(({ page, until }) => page === location.pathname && until >= Date.now())
  if (!here.length) return null
  const email = authentication.get().user?.email
  const chosen = settings.get().account?.id ?? null
  const names = openers()
  return (
    here.find(
      ({ whose, merchant, opener }) => whose === email && merchant === chosen && names.includes(opener),
    ) ?? null
  )
}

/** It stands in its form again: once is enough. */
export function draftTaken(draft: Draft): void {
  waiting = waiting.filter((each) => each !== draft)
  if (waiting.length) keep(DRAFTS, JSON.stringify(waiting))
  else drop(DRAFTS)
}

/** Also where nobody signs in any more. */
function forgetInTime(): void {
  const [first] = waiting
  if (first) setTimeout(forgetDrafts, first.until - Date.now())
}

lookForDrafts()
forgetInTime()
