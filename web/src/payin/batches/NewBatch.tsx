import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, body } from '../../app/api'
import { fieldErrors, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DraftedPage } from '../../kit/command/DraftedPage'
import { useDraft } from '../../kit/command/draft'
import hidden from '../../kit/hidden.module.css'
import { PageHeader } from '../../kit/PageHeader'
import { useLeaveGuard } from '../../kit/useLeaveGuard'
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
  const t = useT('payin')
  return (
    <>
      <PageHeader title={t('payin.batches.new.title')} subtitle={t('payin.batches.new.text')} />
      <DraftedPage of="batch">
        <Written />
      </DraftedPage>
    </>
  )
}

function Written() {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const [text, setText] = useDraft('text', () => draft.get().text)
  const guard = useLeaveGuard(text.trim() !== '')
  const check = useMutation<Checked, unknown, string>({
    mutationFn: (given) =>
      body(api.POST('/v1/payin/batches/check', { body: { text: given, terms: null, split: null } })),
  })
  const put = (given: string) => {
    setText(given)
    check.reset()
  }
  const { text: wrong } = fieldErrors(t, check.error)
  return (
    <>
      <div className={styles.page}>
        <Card title={t('payin.batches.new.table')}>
          <div className={styles.table}>
            <TableFile onRead={put} />
            <Field
              label={t('payin.batches.new.paste')}
              hint={t('payin.batches.new.paste_hint')}
              error={wrong}
            >
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
          {check.error !== null && !wrong && (
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
                  least: Math.min(...check.data.lines.map(({ amount }) => amount?.amount ?? Infinity)),
                  onSent: (id: string) => {
                    draft.set({ text: '' })
                    guard.release()
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
      {guard.question}
    </>
  )
}

/** 5,000 lines of the longest texts are less than this. Bytes. */
const LARGEST = 5 * 1024 * 1024

/** Reads a table out of a file into the page, where it can still be changed. */
function TableFile({ onRead }: { onRead: (text: string) => void }) {
  const t = useT('payin')
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const take = async (file: File) => {
    const text = file.size <= LARGEST ? readable(await file.arrayBuffer()) : ''
    const problem =
      file.size > LARGEST ? 'too_large' : text === null ? 'no_text' : text.trim() ? null : 'empty'
    setName(file.name)
    setRefused(problem)
    onRead(problem ? '' : (text ?? ''))
  }
  return (
    <Field
      label={t('payin.batches.new.file')}
      hint={t('payin.batches.new.file_hint')}
      error={refused && t(`payin.batches.new.file_${refused}`)}
    >
      {(control) => (
        <div className={styles.file}>
          <Button
            variant="secondary"
            icon={<FileUp size={18} strokeWidth={1.75} />}
            aria-describedby={control['aria-describedby']}
            onClick={() => input.current?.click()}
          >
            {t('payin.batches.new.choose')}
          </Button>
          <span aria-live="polite">{name}</span>
          <input
            {...control}
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className={hidden.hidden}
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // The same file can be chosen again after it was changed.
              if (!file) return
              void take(file).finally(() => {
                currentTarget.value = ''
              })
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** Spreadsheets of Brazil save in Windows' letters as often as in UTF-8. Null: no text at all, such as a picture or a workbook. */
function readable(bytes: ArrayBuffer): string | null {
  if (new Uint8Array(bytes).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
