import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { Card } from '../../ui/Card'
import { NoAccess, RulesTabs } from '../PldTabs'
import { SEE_RULES } from '../pld'
import styles from '../pld.module.css'
import { PlantedTable } from './PlantedTable'
import { Situations } from './Situations'

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
            <Situations codes={codes} />
          </>
        )}
      </Loaded>
    </div>
  )
}
