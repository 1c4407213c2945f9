import { useState } from 'react'
import type { components } from '../../app/api-types'
import { textOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { sendCommand } from '../../kit/command/send'
import { formatMoney, formatNumber, shortId } from '../../kit/format'
import { sumsOf } from '../../kit/list/sums'
import { type Attempt, useProof } from '../../kit/proof/useProof'
import { MiniTable } from '../../kit/record/MiniTable'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { type ApprovalRow, wordOf } from '../approvals'
import styles from './form.module.css'

type Many = components['schemas']['DecidedMany']

/** Says what is approved and what it sums up to, and approves it with one code; what could not be approved is named, one line each. */
export default function ApproveMany({
  requests,
  clear,
  onClose,
}: CommandProps & { requests: readonly ApprovalRow[]; clear: () => void }) {
  const t = useT('common', 'kit', 'approvals')
  const language = useLanguage()
  const proof = useProof()
  const ids = requests.map(({ id }) => id)
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
      command="approvals:person:approve_many"
      title={t('approvals.many.title', { count: requests.length })}
      submit={t('approvals.approve.submit')}
      subject={t('approvals.many.subject')}
      fields={['digits']}
      read={proof.read}
      send={async (attempt, header) =>
        sendCommand(
          'approvals:person:approve_many',
          {},
          { ...(await proof.show(attempt)), ids, comment: null },
          header,
        )
      }
      onDone={(many) => {
        clear()
        if (many.refused.length) return setDone(many)
        onClose()
        return showAlert('success', t('approvals.many.result', { count: many.decided.length }))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('approvals.many.text')}</p>
          <MiniTable
            label={t('approvals.many.what')}
            columns={[
              { key: 'command', title: t('approvals.column.command') },
              { key: 'count', title: t('approvals.many.requests'), end: true },
              { key: 'sum', title: t('kit.select.sum'), end: true },
            ]}
            rows={sumsByCommand(requests).map(({ command, count, sums }) => ({
              key: command ?? 'all',
              cells: [
                command === null ? <strong>{t('approvals.many.all')}</strong> : wordOf(t, 'command', command),
                formatNumber(count, language),
                sums.map((sum) => formatMoney(sum, language)).join(' + ') || '—',
              ],
            }))}
          />
          {proof.field(errors)}
        </>
      )}
    </CommandDialog>
  )
}

/** What is approved by kind, the most frequent first; below, all of it where there are several kinds. */
function sumsByCommand(requests: readonly ApprovalRow[]) {
  const counted = (command: string | null, rows: readonly ApprovalRow[]) => ({
    command,
    count: rows.length,
    sums: sumsOf(rows.map(({ amount }) => amount)),
  })
  const kinds = new Set(requests.map(({ command }) => command ?? ''))
  const lines = [...kinds].map((kind) =>
    counted(
      kind,
      requests.filter(({ command }) => (command ?? '') === kind),
    ),
  )
  lines.sort((one, other) => other.count - one.count)
  return lines.length > 1 ? [...lines, counted(null, requests)] : lines
}
