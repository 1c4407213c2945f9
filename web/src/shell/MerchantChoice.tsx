import { ChevronRight, Store } from 'lucide-react'
import type { Company } from '../app/state'
import { formatDocument } from '../kit/format'
import { Avatar } from '../ui/Avatar'
import styles from './MerchantChooser.module.css'

export const detailOf = ({ id, document }: Company) =>
  [document && formatDocument(document), `#${id}`].filter(Boolean).join(' · ')

interface ChoiceProps {
  name: string
  detail: string
  all?: boolean
  onChoose: () => void
}

/** A merchant, or all of them, to be chosen. */
export function Choice({ name, detail, all, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} onClick={onChoose}>
      {all ? (
        <span className={styles.all} aria-hidden>
          <Store size={18} strokeWidth={1.75} />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
