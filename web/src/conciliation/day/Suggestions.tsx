import { useLanguage, useT } from '../../app/i18n'
import { formatAmount } from '../../kit/format'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { ChoiceButton } from '../acts/ChoiceButton'
import { type Day, MAY_WRITE } from '../conciliation'
import styles from './DayBench.module.css'

/** What a rule says of a difference stands with the rule; a person says why it is so here. */
const TOLERANCE = 7
const WHY = ['reason']
const RUNGS = [1, 2, 3, 4, 5, 6, 7, 8]

/** What a rung proposes, with the rung that found it and how many would explain it as well. */
export function Suggestions({ day: { suggestions } }: { day: Day }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  return (
    <Card
      flush
      className={styles.column}
      title={
        <>
          {t('conciliation.bench.suggestions')}{' '}
          <span className={styles.note}>{t('conciliation.bench.surest')}</span>
        </>
      }
    >
      {suggestions.length === 0 && <p className={styles.empty}>{t('conciliation.bench.no_suggestions')}</p>}
      <ul className={styles.items}>
        {suggestions.map((each) => (
          <li key={each.id} className={styles.suggestion}>
            <div className={styles.line}>
              <span className={styles.name}>{each.description || t(`conciliation.rung.${each.rung}`)}</span>
              <strong>{formatAmount(each.amount, language)}</strong>
            </div>
            <ol className={styles.ladder} aria-label={t(`conciliation.rung.${each.rung}`)}>
              {RUNGS.map((rung) => (
                <li
                  key={rung}
                  className={cx(
                    styles.rung,
                    rung === each.rung && styles.found,
                    rung < each.rung && styles.failed,
                  )}
                >
                  {rung}
                </li>
              ))}
            </ol>
            <p className={styles.note}>
              {t(`conciliation.rung_why.${each.rung}`)}{' '}
              <strong>
                {each.explanations === 1
                  ? t('conciliation.bench.only')
                  : t('conciliation.bench.equal', { count: each.explanations })}
              </strong>
              {each.difference.amount !== 0 &&
                ` ${t('conciliation.bench.differs', { amount: formatAmount(each.difference, language) })}`}
            </p>
            <div className={styles.line}>
              <ChoiceButton
                command="conciliation:match:decide"
                id={each.id}
                choice="reject"
                thing={each.description || each.id}
                permissions={MAY_WRITE}
                size="small"
              />
              <ChoiceButton
                command="conciliation:match:decide"
                id={each.id}
                choice="confirm"
                thing={each.description || each.id}
                permissions={MAY_WRITE}
                size="small"
                {...(each.difference.amount !== 0 && { needed: WHY, disabled: each.rung !== TOLERANCE })}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
