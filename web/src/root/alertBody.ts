import DOMPurify, { type Config } from 'dompurify'

/** Readings 26: bold, emphasis, lists, and links to our own pages or over https. */
const KEPT = {
  ALLOWED_TAGS: ['b', 'strong', 'em', 'a', 'br', 'ul', 'li'],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // "//host" and "/\host" are addresses of others.
  ALLOWED_URI_REGEXP: /^(?:https:\/\/|\/(?![/\\]))/i,
} satisfies Config

/** The lines of an alert, joined by line breaks, with nothing but the markup that is kept. Links to others open apart. */
export function bodyOf(lines: readonly string[]): DocumentFragment {
  const body = DOMPurify.sanitize(lines.join('<br>'), { ...KEPT, RETURN_DOM_FRAGMENT: true })
  for (const link of body.querySelectorAll('a')) {
    if (!link.hasAttribute('href') || link.origin === location.origin) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return body
}
