import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { DOUBLE_APPROVAL_PATH } from '../app/constants'
import { useT } from '../app/i18n'
import { Banner } from '../ui/Banner'
import type { Message } from './message'
import styles from './SignInPage.module.css'

const LOOKS = {
  success: { tone: 'success', Icon: CircleCheck },
  warning: { tone: 'awaiting', Icon: TriangleAlert },
  error: { tone: 'error', Icon: CircleAlert },
} as const

/** The status message of a form: green, yellow with the way to double approval, or red. */
export function FormMessage({ message }: { message: Message | null }) {
  const t = useT('login')
  if (!message) return null
  const { tone, Icon } = LOOKS[message.tone]
  return (
    <Banner
      tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      icon={<Icon size={18} aria-hidden />}
      action={message.approval && <a href={DOUBLE_APPROVAL_PATH}>{t('login.to_approval')}</a>}
    >
      {message.list ? (
        <ul className={styles.list}>
          {message.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        message.lines.map((line) => <p key={line}>{line}</p>)
      )}
    </Banner>
  )
}
