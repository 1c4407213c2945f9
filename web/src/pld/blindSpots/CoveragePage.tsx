import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { NoAccess, RulesTabs } from '../PldTabs'
import { ruleName, SEE_RULES } from '../pld'
import styles from '../pld.module.css'
import { useVocabulary } from '../useVocabulary'
import { PlantedTable } from './PlantedTable'

/** The active rules stand beside no others. */
const NOTHING = [] as const

/** Which patterns of money laundering the active rules see, and which situations of the norm they name. */
export function CoveragePage() {
  const t = useT('kit', 'pld')
  const coverage = useQuery({
    queryKey: ['record', 'pld.coverage'],
    queryFn: ({ signal }) => body(api.GET('/v1/pld-engine/coverage', { signal })),
    enabled: may(SEE_RULES),
  })
  if (!may(SEE_RULES)) return <NoAccess />
  return (
    <div className={styles.page}>
      <PageHeader title={t('pld.rules.title')} tabs={<RulesTabs />} />
      <Loaded query={coverage}>
        {({ rules, planted, codes }) => (
          <>
            <Card
              title={t('pld.coverage.title')}
              actions={
                <span className={styles.whole}>
                  {t('pld.coverage.seen', {
                    seen: planted.filter(({ found }) => found).length,
                    count: planted.length,
                  })}
                </span>
              }
              flush
            >
              <p className={styles.above}>{t('pld.coverage.text', { count: rules })}</p>
              <PlantedTable answers={planted} before={NOTHING} />
            </Card>
            <Codes codes={codes} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Codes({
  codes,
}: {
  codes: readonly { code: string; rules: number[]; hits_30d: number; last_hit_at: string | null }[]
}) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const vocabulary = useVocabulary()
  const situation = (code: string) => {
    const found = vocabulary.data?.typologies.find((each) => each.code === code)
    return found ? (language === 'pt' ? found.pt : found.en) : ''
  }
  return (
    <Card title={t('pld.coverage.codes')} flush={codes.length > 0}>
      {codes.length === 0 ? (
        <p className={styles.quiet}>{t('pld.coverage.no_codes')}</p>
      ) : (
        <>
          <p className={styles.above}>{t('pld.coverage.codes_text')}</p>
          <MiniTable
            label={t('pld.coverage.codes')}
            columns={[
              { key: 'code', title: t('pld.features.code') },
              { key: 'says', title: t('pld.features.situation'), wide: true },
              { key: 'rules', title: t('pld.tab.rules') },
              { key: 'hits', title: t('pld.column.hits_30d'), end: true },
              { key: 'last', title: t('pld.coverage.last_hit') },
            ]}
            rows={codes.map((each) => ({
              key: each.code,
              cells: [
                each.code,
                situation(each.code),
                each.rules.map(ruleName).join(', '),
                formatNumber(each.hits_30d, language),
                each.last_hit_at ? <DateTime key="last" at={each.last_hit_at} /> : t('pld.coverage.no_hit'),
              ],
            }))}
          />
        </>
      )}
    </Card>
  )
}
