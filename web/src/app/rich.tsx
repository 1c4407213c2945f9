import type { ReactNode } from 'react'

/** Turns the `<b>` of a translated text into elements. What a value brought in stays text, whatever it looks like. */
export function rich(text: string): ReactNode[] {
  return text.split(/(<b>[\s\S]*?<\/b>)/).map((part, index) =>
    part.startsWith('<b>') && part.endsWith('</b>') ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
      <b key={index}>{part.slice(3, -4)}</b>
    ) : (
      part
    ),
  )
}
