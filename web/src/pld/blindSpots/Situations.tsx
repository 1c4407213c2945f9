import type { Answer } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge, type Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { MAY_RULES, ruleName } from '../pld'
import styles from '../pld.module.css'
import { useVocabulary } from '../useVocabulary'

const acts = lazyDialog(() => import('./exclusionActs'))

type Situation = Answer<'/v1/pld-engine/coverage', 'get'>['codes'][number]

const standing = ({ rules, exclusion }: Situation) =>
  rules.length > 0
    ? 'covered'
    : exclusion?.status === 'in_force'
      ? 'excluded'
      : exclusion
        ? 'proposed'
        : 'open'

const TONES: Record<ReturnType<typeof standing>, Tone> = {
  covered: 'success',
  excluded: 'neutral',
  proposed: 'awaiting',
  open: 'atention',
}

/** The situations of the norm: looked for by a rule, declared not applicable by two people, or open. */
export function Situations({ codes }: { codes: readonly Situation[] }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const vocabulary = useVocabulary()
  const situation = (code: string) => {
    const found = vocabulary.data?.typologies.find((each) => each.code === code)
    return found ? (language === 'pt' ? found.pt : found.en) : ''
  }
  const count = (wanted: string) =>
    formatNumber(codes.filter((each) => standing(each) === wanted).length, language)
  return (
    <Card
      title={t('pld.coverage.codes')}
      actions={
        <span className={styles.whole}>
          {t('pld.coverage.counts', {
            covered: count('covered'),
            excluded: count('excluded'),
            open: formatNumber(
              codes.filter((each) => ['open', 'proposed'].includes(standing(each))).length,
              language,
            ),
          })}
        </span>
      }
      flush
    >
      <p className={styles.above}>{t('pld.coverage.codes_text')}</p>
      <MiniTable
        label={t('pld.coverage.codes')}
        columns={[
          { key: 'code', title: t('pld.features.code') },
          { key: 'says', title: t('pld.features.situation'), wide: true },
          { key: 'state', title: t('pld.coverage.state'), wide: true },
          { key: 'hits', title: t('pld.column.hits_30d'), end: true },
          { key: 'last', title: t('pld.coverage.last_hit') },
        ]}
        rows={codes.map((each) => ({
          key: each.code,
          cells: [
            each.code,
            situation(each.code),
            <Standing key="state" of={each} situation={situation(each.code)} />,
            each.rules.length ? formatNumber(each.hits_30d, language) : '',
            each.last_hit_at ? (
              <DateTime key="last" at={each.last_hit_at} />
            ) : each.rules.length ? (
              t('pld.coverage.no_hit')
            ) : (
              ''
            ),
          ],
        }))}
      />
    </Card>
  )
}

function Standing({ of, situation }: { of: Situation; situation: string }) {
  const t = useT('pld')
  const { code, rules, exclusion } = of
  const state = standing(of)
  const given = { code, situation, id: exclusion?.id ?? '' }
  const all = rules.length
    ? []
    : state === 'open'
      ? OPEN
      : state === 'excluded'
        ? EXCLUDED
        : exclusion?.may_decide
          ? DECIDE
          : []
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <Badge tone={TONES[state]} dot>
          {t(`pld.coverage.states.${state}`)}
        </Badge>
        {rules.map(ruleName).join(', ')}
        {all.map(([what, label]) => (
          <CommandButton
            key={what}
            dialog={acts}
            given={{ ...given, what }}
            permissions={MAY_RULES}
            anyMerchant
            variant="ghost"
          >
            {t(label)}
          </CommandButton>
        ))}
      </div>
      {exclusion && rules.length === 0 && (
        <span>
          {exclusion.reason}{' '}
          <span className={styles.quiet}>
            {t(exclusion.decided_by ? 'pld.coverage.signed' : 'pld.coverage.waits', {
              by: exclusion.proposed_by,
              other: exclusion.decided_by ?? '',
            })}
          </span>
        </span>
      )}
    </div>
  )
}

const OPEN = [['propose', 'pld.acts.exclude']] as const
const EXCLUDED = [['end', 'pld.acts.end_exclusion']] as const
const DECIDE = [
  ['agree', 'pld.acts.agree'],
  ['refuse', 'pld.acts.refuse_exclusion'],
] as const
