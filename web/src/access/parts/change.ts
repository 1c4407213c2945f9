import type { Translate } from '../../app/i18n'
import { roleNames } from '../../kit/roleName'

/** What an event of the trail says of itself: its reason, or what it added and took away. */
export function changeOf(t: Translate, data: Record<string, unknown>): string {
  if (typeof data.reason === 'string' && data.reason) return `“${data.reason}”`
  // Of an invitation: as what the person was invited.
  if (Array.isArray(data.roles)) return roleNames(t, data.roles.map(String))
  const [before, after] = [data.before, data.after].map(listOf)
  if (!before || !after) return ''
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  return [
    added.length && t('access.trail.added', { names: roleNames(t, added) }),
    removed.length && t('access.trail.removed', { names: roleNames(t, removed) }),
  ]
    .filter(Boolean)
    .join('; ')
}

/** The names in a value before or after: the list itself, or the first list in it. Companies go by their numbers. */
function listOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value)
    ? value
    : value && typeof value === 'object'
      ? Object.values(value).find(Array.isArray)
      : undefined
  return (list as unknown[] | undefined)?.map((each) =>
    typeof each === 'number' ? `#${each}` : String(each),
  )
}
