import { useState } from 'react'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import type { ChargeRecord } from '../charge'
import { DUE_FIELDS, DueFields, TermsFields, WordFields } from '../due/DueFields'
import { type DueForm, formOf, readRevision } from '../due/dueForm'
import styles from './form.module.css'

export interface ReviseChargeProps extends CommandProps {
  charge: ChargeRecord
}

/** Changes a charge with a due date that nobody has paid. */
export default function ReviseCharge({ charge, onClose }: ReviseChargeProps) {
  const t = useT('common', 'kit', 'payin')
  const [before] = useState(() => formOf(charge))
  const [form, setForm] = useDraft('form', before)
  const put = (part: Partial<DueForm>) => setForm((now) => ({ ...now, ...part }))
  return (
    <CommandDialog
      command="payin:charge:revise"
      title={t('payin.revise.title')}
      submit={t('payin.revise.submit')}
      fields={DUE_FIELDS}
      read={() => readRevision(form, before, t)}
      send={(input, header) => sendCommand('payin:charge:revise', { id: charge.id }, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('payin.revise.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('payin.revise.text')}</p>
          <DueFields form={form} errors={errors} put={put} />
          <TermsFields form={form} errors={errors} put={put} />
          <WordFields form={form} errors={errors} put={put} reference={false} />
        </>
      )}
    </CommandDialog>
  )
}
