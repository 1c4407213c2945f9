import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import styles from '../../exchange.module.css'
import type { Filing } from '../request'

/** Makes a version of a file again, and compares it with today's rows. */
export default function Compare({
  request,
  version,
  onClose,
}: CommandProps & { request: Filing; version: number }) {
  const t = useT('kit', 'filings')
  return (
    <CommandForm
      command="filings:request:compare"
      ids={{ id: request.id }}
      title={t('filings.compare.title', { version })}
      submit={t('filings.compare.submit')}
      subject={{ thing: request.number }}
      texts="filings.form"
      text={<p className={styles.text}>{t('filings.compare.text')}</p>}
      fixed={{ version }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
