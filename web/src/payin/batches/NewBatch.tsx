import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { PageHeader } from '../../kit/PageHeader'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import fieldStyles from '../../ui/Field.module.css'
import { BATCHES_PATH, MAY_CHARGE } from '../charge'
import type { Checked } from './batch'
import { batchPath } from './batch'
import { draft } from './draft'
import { Lines } from './Lines'
import styles from './NewBatch.module.css'

const send = lazyDialog(() => import('./SendBatch'))

/** A table of charges: pasted or out of a file, checked line by line, and sent once nothing is wrong with it. */
export function NewBatch() {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const [text, setText] = useState(() => draft.get().text)
  const check = useMutation<Checked, unknown, string>({
    mutationFn: (given) => body(api.POST('/v1/payin/batches/check', { body: { text: given, terms: null } })),
  })
  const put = (given: string) => {
    setText(given)
    check.reset()
  }
  return (
    <>
      <PageHeader title={t('payin.batches.new.title')} subtitle={t('payin.batches.new.text')} />
      <div className={styles.page}>
        <Card title={t('payin.batches.new.table')}>
          <div className={styles.table}>
            <Field label={t('payin.batches.new.file')} hint={t('payin.batches.new.file_hint')}>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  accept=".csv,.txt,text/csv,text/plain"
                  onChange={({ currentTarget }) => {
                    const [file] = currentTarget.files ?? []
                    void file?.arrayBuffer().then((bytes) => put(readable(bytes)))
                  }}
                />
              )}
            </Field>
            <Field label={t('payin.batches.new.paste')} hint={t('payin.batches.new.paste_hint')}>
              {(control) => (
                <textarea
                  {...control}
                  className={`${fieldStyles.control} ${styles.text}`}
                  rows={8}
                  spellCheck={false}
                  value={text}
                  onChange={(event) => put(event.target.value)}
                />
              )}
            </Field>
            <div>
              <Button
                variant={check.data?.sendable ? 'secondary' : 'primary'}
                busy={check.isPending}
                disabled={!text.trim()}
                onClick={() => check.mutate(text)}
              >
                {t('payin.batches.new.check')}
              </Button>
            </div>
          </div>
        </Card>
        <div aria-live="polite">
          {check.error !== null && (
            <Banner tone="error" role="alert">
              {linesOf(t, check.error).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Banner>
          )}
        </div>
        {check.data && (
          <Lines
            checked={check.data}
            action={
              <CommandButton
                dialog={send}
                given={{
                  text,
                  lines: check.data.lines.length,
                  amount: check.data.amount,
                  onSent: (id: string) => {
                    draft.set({ text: '' })
                    void navigate({ to: batchPath(id) })
                  },
                }}
                permissions={MAY_CHARGE}
                disabled={!check.data.sendable}
              >
                {t('payin.batches.send.open')}
              </CommandButton>
            }
          />
        )}
        <p>
          <Button variant="secondary" onClick={() => void navigate({ to: BATCHES_PATH })}>
            {t('payin.batches.new.back')}
          </Button>
        </p>
      </div>
    </>
  )
}

/** Spreadsheets of Brazil save in Windows' letters as often as in UTF-8. */
function readable(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
