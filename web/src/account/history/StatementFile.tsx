import { useId, useState } from 'react'
import { answer, api } from '../../app/api'
import { linesOf } from '../../app/errors'
import { type Language, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useZone } from '../../app/zone'
import { addDays, startOfMonth } from '../../kit/calendar'
import { Choices } from '../../kit/command/Choices'
import type { CommandProps } from '../../kit/command/CommandButton'
import { DatePicker } from '../../kit/date/DatePicker'
import { FileLanguage } from '../../kit/export/FileLanguage'
import { download } from '../../kit/export/server'
import { useAct } from '../../kit/export/useAct'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { todayIn } from '../header/moment'
import { ACCOUNTS } from './entry'
import styles from './history.module.css'

const FORMATS = ['csv', 'ofx', 'camt053', 'pdf'] as const
type Format = (typeof FORMATS)[number]

/** Those that people read; the others are for programs. */
const WORDED: ReadonlySet<Format> = new Set(['csv', 'pdf'])

const LONGEST_DAYS = 366

/** The statement of a period as a file: for spreadsheets, for bookkeeping, for banks, for people. */
export default function StatementFile({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'account', 'lists')
  const language = useLanguage()
  const form = useId()
  const today = todayIn(useZone())
  const [format, setFormat] = useState<Format>('csv')
  const [fileLanguage, setFileLanguage] = useState<Language>(language)
  const [account, setAccount] = useState('available')
  const [from, setFrom] = useState<string | null>(startOfMonth(today))
  const [to, setTo] = useState<string | null>(today)
  const [failure, setFailure] = useState<unknown>(null)
  const { act, busy } = useAct()
  const wrong = from && to && (to < from || addDays(from, LONGEST_DAYS) <= to)
  const take = async () => {
    setFailure(null)
    try {
      const query = { format, from, to, account, locale: fileLanguage } as never
      await download(answer(api.GET('/v1/account/statement/file', { params: { query }, parseAs: 'blob' })))
      showAlert('success', t('account.file.done'))
      onClose()
    } catch (reason) {
      setFailure(reason)
    }
  }
  return (
    <DialogWindow
      title={t('account.file.title')}
      description={t('account.file.what')}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.action.back')}
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {t('account.file.submit')}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {failure !== null && (
          <Banner tone="error" role="alert">
            {linesOf(t, failure).join('. ')}
          </Banner>
        )}
      </div>
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (from && to && !wrong) act(take)
        }}
      >
        <Choices
          legend={t('account.file.format')}
          name="format"
          options={FORMATS.map((value) => ({
            value,
            label: t(`account.file.${value}`),
            hint: t(`account.file.${value}_hint`),
          }))}
          value={format}
          onChange={setFormat}
        />
        {WORDED.has(format) && (
          <FileLanguage value={fileLanguage} onChange={setFileLanguage} csv={format === 'csv'} />
        )}
        <div className={styles.pair}>
          <DatePicker label={t('account.file.from')} value={from} onChange={setFrom} max={today} required />
          <DatePicker
            label={t('account.file.to')}
            value={to}
            onChange={setTo}
            max={today}
            error={wrong && t('account.file.span', { days: LONGEST_DAYS })}
            required
          />
        </div>
        <Field label={t('account.column.account')}>
          {({ id, 'aria-describedby': describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              options={ACCOUNTS.map(({ value, label }) => ({ value, label: t(label) }))}
              value={account}
              onChange={setAccount}
            />
          )}
        </Field>
      </form>
    </DialogWindow>
  )
}
