import { useId } from 'react'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { AddProof, Proof } from '../CaseFiles'
import type { CaseRecord } from '../case'
import styles from './AnswerCase.module.css'
import { useMissing, Words } from './parts'

type AnswerInput = components['schemas']['AnswerInput']

/** The merchant writes why the payment is theirs, and attaches what proves it. */
export default function AnswerCase({ found, onClose }: CommandProps & { found: CaseRecord }) {
  const t = useT('common', 'kit', 'med')
  const missing = useMissing()
  const proof = useId()
  const [defence, setDefence] = useDraft('defence', found.defence ?? '')
  return (
    <CommandDialog
      command="payin:med:answer"
      title={t('med.answer.title')}
      submit={t('med.answer.submit')}
      subject={found.company_name ?? undefined}
      fields={['defence']}
      read={(): { input: AnswerInput } | { errors: Errors } => {
        const wrong = missing(defence)
        return wrong ? { errors: { defence: wrong } } : { input: { defence: defence.trim() } }
      }}
      send={(body, header) => sendCommand('payin:med:answer', { id: found.id }, body, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('med.answer.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('med.answer.text')}</p>
          <Words
            label={t('med.answer.defence')}
            hint={t('med.answer.defence_hint')}
            value={defence}
            error={errors.defence}
            onChange={setDefence}
          />
          <section className={styles.proof} aria-labelledby={proof}>
            <header className={styles.head}>
              <h3 id={proof} className={styles.title}>
                {t('med.files.card')}
              </h3>
              <AddProof id={found.id} />
            </header>
            <p className={styles.hint}>{t('med.answer.proof_hint')}</p>
            <Proof found={found} />
          </section>
        </>
      )}
    </CommandDialog>
  )
}
