/** Addresses as people paste them: from a sheet, a mail, a list; with names around them or not. */

export const MOST_ADDRESSES = 50

export interface Addresses {
  /** Lower case, each once, in the order of typing. */
  emails: string[]
  /** What looks like none. */
  wrong: string[]
}

// The pattern of the sign-in form is as forgiving; the server has the last word.
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function readAddresses(text: string): Addresses {
  const emails = new Set<string>()
  const wrong = new Set<string>()
  for (const line of text.split(/[\n,;]+/)) {
    for (const email of addressesOf(line.trim())) {
      if (ADDRESS.test(email)) emails.add(email.toLowerCase())
      else wrong.add(email)
    }
  }
  return { emails: [...emails], wrong: [...wrong] }
}

/** "Ana Lima <ana@x.example>" is one address; words without any @ are one wrong one. */
function addressesOf(line: string): string[] {
  if (!line) return []
  const named = /<([^<>]*)>/.exec(line)
  if (named) return [named[1]?.trim() ?? '']
  return line.includes('@') ? line.split(/\s+/) : [line]
}
