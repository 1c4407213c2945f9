import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import { linesOf } from '../../../app/errors'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../../kit/command/CommandForm'
import styles from '../../registers.module.css'
import { TextFile } from '../../TextFile'
import type { ListRevision } from '../bank'
import bankStyles from '../banks.module.css'

/** Takes over a new list of banks; first it shows what the list adds, changes and removes. */
export default function TakeList({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payoutBanks')
  const own = useListFile()
  return (
    <CommandForm
      command="payouts:bank_list:take"
      title={t('payoutBanks.take.title')}
      submit={t('payoutBanks.take.submit')}
      texts="payoutBanks.take"
      subject={{ thing: t('payoutBanks.take.subject') }}
      text={<p className={styles.text}>{t('payoutBanks.take.text')}</p>}
      own={own}
      words={{
        field: (name) => (name === 'removed_paid' ? t('payoutBanks.take.removed_paid') : null),
        value: (_, value) => (typeof value === 'object' ? '—' : String(value)),
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** The file with the list, and what it would change. */
function useListFile(): OwnPart {
  const t = useT('common', 'payoutBanks')
  const [file, setFile] = useState({ content: '', name: '' })
  const preview = useQuery({
    queryKey: ['payout-bank-list', file],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/payouts/bank-list/preview', {
          body: { content: file.content, reason: t('payoutBanks.take.preview') },
          signal,
        }),
      ),
    enabled: file.content !== '',
    retry: false,
    gcTime: 0,
  })
  return {
    name: 'content',
    fields: ['content'],
    read: () =>
      file.content ? { input: file.content } : { errors: { content: t('common.field_required') } },
    draw: (_, errors) => (
      <div className={styles.stack}>
        <TextFile
          label={t('payoutBanks.take.content')}
          accept=".json,application/json"
          name={file.name}
          onRead={(content, name) => setFile({ content, name })}
        />
        {errors.content && <p className={styles.problem}>{errors.content}</p>}
        <div aria-live="polite">
          {preview.isError &&
            linesOf(t, preview.error).map((line) => (
              <p key={line} className={styles.problem}>
                {line}
              </p>
            ))}
          {preview.data && <Changes revision={preview.data} />}
        </div>
      </div>
    ),
  }
}

function Changes({ revision: { added, changed, removed, same } }: { revision: ListRevision }) {
  const t = useT('payoutBanks')
  const parts = [
    { key: 'added', names: added.map(({ name, ispb }) => `${name} · ${ispb}`) },
    {
      key: 'changed',
      names: changed.map(
        ({ name, fields, before, after }) =>
          `${name}: ${fields.map((field, at) => `${t(`payoutBanks.column.${field}`)} ${before[at] || '—'} → ${after[at] || '—'}`).join(', ')}`,
      ),
    },
    { key: 'removed', names: removed.map(({ name, ispb }) => `${name} · ${ispb}`) },
  ] as const
  return (
    <div className={bankStyles.changes}>
      {parts.map(({ key, names }) => (
        <section key={key}>
          <h3>{t(`payoutBanks.take.${key}`, { count: names.length })}</h3>
          {names.length > 0 && (
            <ul className={bankStyles.names}>
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <p className={styles.text}>{t('payoutBanks.take.same', { count: same })}</p>
    </div>
  )
}
