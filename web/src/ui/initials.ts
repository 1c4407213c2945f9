/** First letters of the first and last word: "Diego Ramos" → "DR". */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return ([...first][0] ?? '').concat([...last][0] ?? '').toUpperCase()
}
