import { parseSearch } from '../app/search'

export interface Target {
  to: string
  search: Record<string, string>
  hash: string
}

/** The route that a notification leads to; null where it names none of this dashboard, because nothing else is followed. */
export function targetOf(redirect: string | null): Target | null {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, location.origin)) return null
  const url = new URL(redirect, location.origin)
  if (url.origin !== location.origin || !/^\/dashboard(\/|$)/.test(url.pathname)) return null
  return { to: url.pathname, search: parseSearch(url.search), hash: url.hash.slice(1) }
}
