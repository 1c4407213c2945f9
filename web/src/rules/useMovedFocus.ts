import { useEffect, useRef } from 'react'

/** Keeps the keyboard on the button that moved a group, or on the other one where the end is reached. */
export function useMovedFocus(): (id: string, by: -1 | 1) => void {
  const wanted = useRef<{ id: string; by: -1 | 1 } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { id, by } = wanted.current
    wanted.current = null
    const [same, other] = by < 0 ? ['up', 'down'] : ['down', 'up']
    const button = document.querySelector<HTMLButtonElement>(`#${id}-${same}:not(:disabled)`)
    ;(button ?? document.querySelector<HTMLButtonElement>(`#${id}-${other}`))?.focus()
  })
  return (id, by) => {
    wanted.current = { id, by }
  }
}
