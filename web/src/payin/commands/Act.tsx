import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { planWords } from '../planWords'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

/** What needs no words of the person, by the name of its texts; `status`: whose states its plan tells of. */
const ACTS = {
  /** Withdraws a charge that nobody has paid. */
  cancel: { command: 'payin:charge:cancel', status: 'status', danger: true },
  /** Sends a charge that the provider refused to the provider again. */
  retry: { command: 'payin:charge:retry', status: 'status', danger: false },
  /** Takes a static code out of use. */
  'codes.disable': { command: 'payin:code:disable', status: 'codes.status', danger: true },
} as const

/** Does something with one charge, or with one code; with what would happen in sight. */
export default function Act({ id, what, onClose }: CommandProps & { id: string; what: keyof typeof ACTS }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(id)
  const { command, status, danger } = ACTS[what]
  const texts = `payin.${what}`
  return (
    <CommandForm
      command={command}
      ids={{ id }}
      title={t(`${texts}.title`)}
      submit={t(`${texts}.submit`)}
      danger={danger}
      texts={texts}
      text={<p className={styles.text}>{t(`${texts}.text`)}</p>}
      words={planWords(t, language, status)}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
