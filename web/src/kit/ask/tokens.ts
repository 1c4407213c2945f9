/** A sentence as its words, and as one folded line in which they are looked for. */

export interface Token {
  /** As it was typed. */
  text: string
  /** Whether a sentence begins with it. */
  starts: boolean
  /** Where it stands in the folded line. */
  from: number
  to: number
}

export interface Sentence {
  tokens: readonly Token[]
  /** Lower case, without accents, one space between words and one at each end. */
  line: string
}

/** Long names of things first: an id or a document is one word, whatever stands within. */
const WORD = new RegExp(
  [
    '"[^"]*"',
    String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`,
    String.raw`\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`,
    String.raw`\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}-])`,
    String.raw`\d{1,2}/\d{1,2}(?:/\d{2,4})?`,
    String.raw`\d{5,}(?:-\d+)+`,
    String.raw`(?=[\p{L}\p{N}_-]*\d)(?=[\p{L}\p{N}_-]*\p{L})[\p{L}\p{N}_-]{6,}`,
    String.raw`R\$`,
    String.raw`[<>≥≤]=?|=`,
    String.raw`\d+(?:[.,]\d+)*(?:\p{L}+\b|\+)?`,
    String.raw`\p{L}[\p{L}\p{N}'’&._-]*`,
    String.raw`[–—-]`,
  ].join('|'),
  'giu',
)

export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}

export function sentenceOf(text: string): Sentence {
  const tokens: Token[] = []
  let line = ' '
  let end = 0
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const starts = !tokens.length || /[!.?]/.test(text.slice(end, index))
    end = index + found.replace(/[.]+$/, '').length
    const word = found.replace(/[.'_-]+$/, '') || found
    const folded = fold(word)
    if (!folded) continue
    tokens.push({ text: word, starts, from: line.length, to: line.length + folded.length })
    line += `${folded} `
  }
  return { tokens, line }
}

/** What is left of a line once its beginning to its end was understood; its places stay where they are. */
export function without(line: string, from: number, to: number): string {
  return line.slice(0, from) + '\u0001'.repeat(to - from) + line.slice(to)
}
