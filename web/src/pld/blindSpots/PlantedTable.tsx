import { useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { type PlantedAnswer, ruleName, wordOf } from '../pld'
import styles from './blindSpots.module.css'

const MUTATIONS = ['plain', 'half', 'slow', 'many', 'kept'] as const

/** Which planted patterns the rules see, each as it is in the book and changed; beside what they saw before. */
export function PlantedTable({
  answers,
  before,
}: {
  answers: readonly PlantedAnswer[]
  before: readonly PlantedAnswer[]
}) {
  const t = useT('kit', 'pld')
  const patterns = [...new Set(answers.map(({ pattern }) => pattern))]
  return (
    <MiniTable
      label={t('pld.coverage.title')}
      columns={[
        { key: 'pattern', title: t('pld.coverage.pattern'), wide: true },
        ...MUTATIONS.map((key) => ({ key, title: t(`pld.mutation.${key}`) })),
      ]}
      rows={patterns.map((pattern) => {
        const own = answers.filter((each) => each.pattern === pattern)
        return {
          key: pattern,
          cells: [
            <div key="pattern" className={styles.cell}>
              <strong>{wordOf(t, 'planted', pattern)}</strong>
              <small>{wordOf(t, 'planted_text', pattern)}</small>
              <small>{own[0]?.codes.join(', ')}</small>
            </div>,
            ...MUTATIONS.map((mutation) => (
              <Seen
                key={mutation}
                answer={own.find((each) => each.mutation === mutation)}
                before={before.find((each) => each.pattern === pattern && each.mutation === mutation)}
              />
            )),
          ],
        }
      })}
    />
  )
}

function Seen({ answer, before }: { answer?: PlantedAnswer; before?: PlantedAnswer }) {
  const t = useT('pld')
  const language = useLanguage()
  if (!answer) return '—'
  const { found } = answer
  const changed = before && Boolean(before.found) !== Boolean(found)
  return (
    <div className={styles.cell}>
      <Badge tone={found ? 'success' : 'error'}>
        {found ? ruleName(found.rule.number) : t('pld.coverage.not_seen')}
      </Badge>
      {found && <small>{t('pld.coverage.by', { movement: found.movement })}</small>}
      <small>
        {found
          ? t('pld.coverage.unseen', { amount: formatMoney(answer.unseen, language) })
          : t('pld.coverage.whole', { amount: formatMoney(answer.moved, language) })}
      </small>
      {changed && (
        <small className={styles.changed}>
          {t(found ? 'pld.coverage.was_not_seen' : 'pld.coverage.was_seen')}
        </small>
      )}
    </div>
  )
}
