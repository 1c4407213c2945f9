import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import type { Status } from '../../kit/list/definition'
import { Money } from '../../kit/Money'
import { useMerchants } from '../../kit/useMerchants'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import styles from '../pld.module.css'
import { WhyTable } from '../WhyTable'
import type { TriedLines } from './useTriedLines'

const OUTCOMES: readonly Status[] = [
  { value: 'hit', tone: 'error', label: 'pld.outcome.hit' },
  { value: 'no', tone: 'neutral', label: 'pld.outcome.no' },
  { value: 'not_enough_data', tone: 'awaiting', label: 'pld.outcome.not_enough_data' },
  { value: 'error', tone: 'error', label: 'pld.outcome.error' },
]

/** What the lines say of one subject's movements, while they are written. */
export function Tester({ tried, target }: { tried: TriedLines; target: string }) {
  const t = useT('pld')
  const language = useLanguage()
  const { answer, subject, setSubject } = tried
  const last = answer?.last[0]
  const ofMerchant = target === 'merchant'
  const merchants = useMerchants(ofMerchant)
  return (
    <Card title={t('pld.try.title')}>
      <div className={styles.stack}>
        <Field
          label={t(target === 'merchant' ? 'pld.try.merchant' : 'pld.try.document')}
          hint={t('pld.try.hint')}
        >
          {(control) =>
            ofMerchant ? (
              <Select id={control.id} options={merchants} value={subject || null} onChange={setSubject} />
            ) : (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={20}
                value={subject}
                onChange={(event) => setSubject(event.target.value)}
              />
            )
          }
        </Field>
        <div aria-live="polite" className={styles.stack}>
          {subject && answer && (
            <p>
              {t('pld.try.result', {
                count: answer.movements,
                movements: formatNumber(answer.movements, language),
                hits: formatNumber(answer.hits, language),
              })}
            </p>
          )}
          {last && (
            <>
              <p className={styles.quiet}>
                {t('pld.try.last')} <DateTime at={last.at} /> · <Money value={last.amount} /> ·{' '}
                <StatusWord values={OUTCOMES} value={last.outcome} text={{ t, language }} />
              </p>
              <WhyTable tight why={last.why} currency={last.amount.currency} />
            </>
          )}
        </div>
      </div>
    </Card>
  )
}
