import { useState } from 'react'
import { answer, api } from '../../app/api'
import type { components } from '../../app/api-types'
import { textOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { shortId } from '../../kit/format'
import { type Attempt, useProof } from '../../kit/proof/useProof'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { useRefresh } from '../useRefresh'
import styles from './form.module.css'

type Many = components['schemas']['DecidedMany']

/** Approves what was ticked with one code; what could not be approved is named, one line each. */
export default function ApproveMany({
  ids,
  clear,
  onClose,
}: CommandProps & { ids: string[]; clear: () => void }) {
  const t = useT('common', 'kit', 'approvals')
  const refresh = useRefresh()
  const proof = useProof()
  const [done, setDone] = useState<Many | null>(null)
  if (done) {
    return (
      <DialogWindow
        title={t('approvals.many.result', { count: done.decided.length })}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
      >
        <ul className={styles.refused}>
          {done.refused.map(({ id, message }) => (
            <li key={id}>
              <code>{shortId(id)}</code> {textOf(t, message)}
            </li>
          ))}
        </ul>
      </DialogWindow>
    )
  }
  return (
    <CommandDialog<Attempt, Many>
      title={t('approvals.many.title', { count: ids.length })}
      submit={t('approvals.approve.submit')}
      subject={t('approvals.many.subject')}
      fields={['digits']}
      read={proof.read}
      send={async (attempt) =>
        answer(
          api.POST('/v1/approvals/approve', { body: { ...(await proof.show(attempt)), ids, comment: null } }),
        )
      }
      onDone={(many) => {
        clear()
        refresh()
        if (many.refused.length) return setDone(many)
        onClose()
        return showAlert('success', t('approvals.many.result', { count: many.decided.length }))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('approvals.many.text')}</p>
          {proof.field(errors)}
        </>
      )}
    </CommandDialog>
  )
}
