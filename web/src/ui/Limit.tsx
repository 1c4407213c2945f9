import { useEffect, useRef } from 'react'
import { useLanguage, useT } from '../app/i18n'
import styles from './Field.module.css'

/** A short field needs no count: what is too long in it is seen at once. */
const COUNTED = 50
const NEAR = 0.9

export interface Length {
  used: number
  most: number
}

/** What is said of a text's length: nothing while there is room. As the server counts: signs, without the blanks around them. */
export function lengthOf(text: unknown, most: number | undefined): Length | null {
  if (most === undefined || typeof text !== 'string' || text.length < most * NEAR) return null
  const used = [...text.trim()].length
  return used > most || (most >= COUNTED && used >= most * NEAR) ? { used, most } : null
}

/** Under a control: how much of its room is taken, or by how much its text is too long. Nothing is cut off, and nothing sent. */
export function Limit({ id, used, most }: Length & { id: string | undefined }) {
  const t = useT('common')
  const language = useLanguage()
  const note = useRef<HTMLParagraphElement>(null)
  const over = used - most
  const isOver = over > 0
  useEffect(() => {
    const form = isOver ? note.current?.closest('form') : null
    const refuse = (event: Event) => {
      // Before any form reads itself.
      event.preventDefault()
      event.stopImmediatePropagation()
      const control = note.current?.previousElementSibling
      const field = control?.matches('input, textarea') ? control : control?.querySelector('input')
      ;(field as HTMLElement | null | undefined)?.focus()
    }
    form?.addEventListener('submit', refuse, true)
    return () => form?.removeEventListener('submit', refuse, true)
  }, [isOver])
  const number = (value: number) => value.toLocaleString(language)
  const words = { count: over, over: number(over), used: number(used), most: number(most) }
  return (
    <p ref={note} id={id} role={isOver ? 'alert' : undefined} className={isOver ? styles.error : styles.hint}>
      {t(isOver ? 'common.limit.over' : 'common.limit.near', words)}
    </p>
  )
}
