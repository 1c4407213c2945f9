import { Check, CircleHelp, Equal, X } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatNumber } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { cx } from '../../ui/cx'
import styles from './NameMatch.module.css'
import { type Confirmation, wordOf } from './payee'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
const CLASSES = [
  { value: 'match', icon: <Check {...ICON} /> },
  { value: 'close', icon: <Equal {...ICON} /> },
  { value: 'no', icon: <X {...ICON} /> },
  { value: 'impossible', icon: <CircleHelp {...ICON} /> },
] as const
const AGREES = new Set(['same', 'accent', 'spelling'])
const WEIGHTLESS = new Set(['particle', 'form', 'number'])

const toneOf = (how: string) =>
  AGREES.has(how)
    ? styles.agrees
    : WEIGHTLESS.has(how)
      ? styles.weightless
      : how === 'other'
        ? styles.other
        : styles.partly

/** Two words may be alike, so each has its place in its key. */
const keyed = (pairs: Confirmation['pairs']) =>
  pairs.map((pair, place) => ({ ...pair, key: `word ${place}` }))

/** What the directory found, compared with the book: which class, which words agree and what each of them earned. */
export function NameMatch({ found }: { found: Confirmation }) {
  const t = useT('payees')
  const language = useLanguage()
  const twoPlaces = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
  const hundredths = (value: number) => twoPlaces.format(value / 100)
  return (
    <div className={styles.match}>
      <ul className={styles.classes} aria-label={t('payees.match.classes')}>
        {CLASSES.map(({ value, icon }) => {
          const chosen = found.match_class === value
          return (
            <li
              key={value}
              className={cx(styles.class, chosen && styles[value])}
              aria-current={chosen || undefined}
            >
              <strong>
                {icon}
                {wordOf(t, 'match_class', value)}
                {chosen && value !== 'impossible' && `, ${hundredths(found.score)}`}
              </strong>
              <span>{t(`payees.match.limit.${value}`)}</span>
            </li>
          )
        })}
      </ul>
      {found.problem && <p className={styles.problem}>{t(`payees.problem.${found.problem}`)}</p>}
      {found.pairs.length > 0 && (
        <ul className={styles.pairs} aria-label={t('payees.match.words')}>
          <li className={styles.names} aria-hidden>
            <span>{t('payees.match.ours')}</span>
            <span>{t('payees.match.found')}</span>
          </li>
          {keyed(found.pairs).map(({ key, ...pair }) => (
            <li key={key} className={cx(styles.pair, toneOf(pair.how))}>
              <span className={cx(styles.word, pair.expected === null && styles.none)}>
                {pair.expected ?? t('payees.match.nothing')}
              </span>
              <span className={cx(styles.word, pair.found === null && styles.none)}>
                {pair.found ?? t('payees.match.nothing')}
              </span>
              <span className={styles.points}>
                {pair.weight > 0
                  ? t('payees.match.points', {
                      points: hundredths(pair.points),
                      weight: hundredths(pair.weight),
                    })
                  : t('payees.match.no_weight')}
              </span>
              <span className={styles.how}>{wordOf(t, 'how', pair.how)}</span>
            </li>
          ))}
        </ul>
      )}
      {found.reordered && <p className={styles.note}>{t('payees.match.reordered')}</p>}
      <Evidence found={found} />
    </div>
  )
}

/** The owner's document, the age of the key, and what others saw. */
function Evidence({ found }: { found: Confirmation }) {
  const t = useT('payees')
  const language = useLanguage()
  const { history } = found
  return (
    <Facts
      facts={[
        {
          label: t('payees.evidence.owner'),
          value: `${wordOf(t, 'owner', found.owner)}${found.owner_document ? ` · ${formatDocument(found.owner_document)}` : ''}`,
        },
        {
          label: t('payees.evidence.owner_kind'),
          value: found.owner_kind && wordOf(t, 'kind', found.owner_kind),
        },
        {
          label: t('payees.evidence.owned_since'),
          value: found.owned_since && <DateTime at={found.owned_since} year="always" />,
        },
        {
          label: t('payees.evidence.history'),
          value:
            history &&
            t('payees.evidence.counted', {
              settled: formatNumber(history.settlements_m6, language),
              reported: formatNumber(history.reported_frauds_d30, language),
              confirmed: formatNumber(history.confirmed_frauds_m6, language),
            }),
        },
        {
          label: t('payees.evidence.looked_up_at'),
          value: <DateTime at={found.looked_up_at} year="always" />,
        },
      ]}
    />
  )
}
