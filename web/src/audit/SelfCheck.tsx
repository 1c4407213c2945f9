import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { DateTime } from '../kit/DateTime'
import { formatNumber } from '../kit/format'
import { Guarded } from '../kit/Guarded'
import { PageHeader } from '../kit/PageHeader'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { LOG_PATH, wordOf } from '../kit/record/trailWords'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { type Check, type SelfCheck as Found, SEE_SELF_CHECK } from './audit'
import { Checks } from './Checks'
import styles from './selfCheck.module.css'

/** Whether the books and the audit log hold, now; for staff. */
export function SelfCheck() {
  return (
    <Guarded permissions={SEE_SELF_CHECK}>
      <Asked />
    </Guarded>
  )
}

function Asked() {
  const t = useT('kit', 'audit')
  const found = useQuery({
    queryKey: ['audit.self-check'],
    queryFn: ({ signal }) => body(api.GET('/v1/audit/self-check', { signal })),
    staleTime: 0,
  })
  return (
    <>
      <PageHeader
        title={t('audit.check.title')}
        subtitle={t('audit.check.caption')}
        actions={
          <Button
            variant="secondary"
            icon={<RefreshCw size={18} strokeWidth={1.75} />}
            busy={found.isFetching}
            onClick={() => void found.refetch()}
          >
            {t('audit.check.again')}
          </Button>
        }
      />
      <Loaded query={found} lines={12}>
        {(data) => <Shown found={data} />}
      </Loaded>
    </>
  )
}

function Shown({ found }: { found: Found }) {
  const t = useT('audit')
  const of = (state: string) => found.checks.filter((check) => check.state === state)
  const broken = of('broken').length
  const unknown = of('unknown').length
  return (
    <div className={styles.page}>
      <Banner tone={broken > 0 ? 'error' : unknown > 0 ? 'atention' : 'success'} role="status">
        {broken > 0
          ? t('audit.check.broken_count', { count: broken })
          : t('audit.check.holds_count', { count: found.checks.length - unknown })}
        {unknown > 0 && ` ${t('audit.check.unknown_count', { count: unknown })}`}{' '}
        <DateTime at={found.checked_at} year="always" time="seconds" />
      </Banner>
      {found.log.late && <Banner tone="error">{t('audit.check.late')}</Banner>}
      <Card title={t('audit.check.log')}>
        <Log log={found.log} />
      </Card>
      {[...new Set(found.checks.map(({ group }) => group))].map((group) => (
        <Part
          key={group}
          title={wordOf(t, 'group', group)}
          checks={found.checks.filter((check) => check.group === group)}
        />
      ))}
    </div>
  )
}

/** One part of the house: a line where all of it holds, opened by whoever wants to read what. */
function Part({ title, checks }: { title: string; checks: readonly Check[] }) {
  const t = useT('audit')
  if (checks.some(({ state }) => state !== 'holds')) {
    return (
      <Card flush title={title}>
        <Checks checks={checks} />
      </Card>
    )
  }
  return (
    <Card flush>
      <details>
        <summary className={styles.line}>
          <h2 className={styles.name}>{title}</h2>
          <span className={styles.count}>{t('audit.check.part_holds', { count: checks.length })}</span>
        </summary>
        <Checks checks={checks} />
      </details>
    </Card>
  )
}

function Log({ log: { size, signed_at, waiting, waited, keys } }: { log: Found['log'] }) {
  const t = useT('audit')
  const language = useLanguage()
  return (
    <Facts
      facts={[
        {
          label: t('audit.check.size'),
          value: <Link to={LOG_PATH}>{formatNumber(size, language)}</Link>,
        },
        {
          label: t('audit.proof.signed_at'),
          value: signed_at && <DateTime at={signed_at} year="always" time="seconds" />,
        },
        {
          label: t('audit.check.waiting'),
          value:
            waiting === 0
              ? t('audit.check.none')
              : t('audit.check.waits', { count: waiting, seconds: waited }),
        },
        ...keys.map((key, place) => ({
          label: t(place === 0 ? 'audit.check.key' : 'audit.check.old_key'),
          value: <CopyText text={key} />,
          wide: true,
        })),
      ]}
    />
  )
}
