import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { shortDuration } from '../../kit/duration'
import figures from '../../kit/figures.module.css'
import { formatMoney, formatNumber, formatPercent, formatTime } from '../../kit/format'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { Banner } from '../../ui/Banner'
import { cx } from '../../ui/cx'
import { CASES_PATH } from '../cases/case'
import styles from './Administration.module.css'
import { useAdministrationTabs } from './AdministrationTabs'
import { type Administration as Answered, type Tile, tilePath, useAdministration } from './administration'
import { Failures, Methods } from './Panels'
import { ByProcessor, CutOffs, Processors } from './ProcessorPanels'

const wordOf = wordsOf('payoutAdmin')

/** Payouts at a glance: what is to leave, what waits and why, and how well it went. */
export function Administration() {
  const t = useT('kit', 'payoutAdmin')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account)
  const found = useAdministration()
  const tabs = useAdministrationTabs()
  const subtitle = [
    account?.id !== 'all' && account?.name,
    found.data &&
      t('payoutAdmin.as_of', {
        at: formatTime(found.data.as_of, language, { time: 'seconds' }),
      }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <PageHeader title={t('payoutAdmin.title')} subtitle={subtitle} tabs={tabs} />
      <Loaded query={found} lines={12} level={2}>
        {(data) => <Sums data={data} />}
      </Loaded>
    </>
  )
}

function Sums({ data }: { data: Answered }) {
  const t = useT('payoutAdmin')
  const language = useLanguage()
  return (
    <div className={styles.page}>
      {data.missing.amount > 0 && (
        <Banner tone="atention" icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}>
          <strong>{t('payoutAdmin.missing', { amount: formatMoney(data.missing, language) })}</strong>
          <p>{t('payoutAdmin.missing_next')}</p>
        </Banner>
      )}
      <Money data={data} />
      <section aria-label={t('payoutAdmin.tiles')} className={figures.figures}>
        {data.tiles.map((tile) => (
          <StateTile key={tile.key} tile={tile} />
        ))}
      </section>
      {data.cases.length > 0 && (
        <section aria-label={t('payoutAdmin.cases')} className={figures.figures}>
          {data.cases.map((tile) => (
            <StateTile key={tile.key} tile={tile} path={CASES_PATH} />
          ))}
        </section>
      )}
      <div className={styles.pair}>
        <Methods methods={data.methods} />
        <Failures failures={data.failures} />
      </div>
      <CutOffs cut_offs={data.cut_offs} zone={data.time_zone} />
      {data.by_processor.length > 0 && <ByProcessor by_processor={data.by_processor} />}
      {data.processors.length > 0 && <Processors processors={data.processors} />}
    </div>
  )
}

function Money({ data }: { data: Answered }) {
  const t = useT('payoutAdmin')
  const language = useLanguage()
  const shown = [
    ['available', formatMoney(data.available, language), ''],
    ['set_aside', formatMoney(data.set_aside, language), ''],
    ['awaiting_approval', formatNumber(data.awaiting_approval, language), t('payoutAdmin.requests')],
    [
      'success',
      data.success === null ? '—' : formatPercent(data.success, language),
      t('payoutAdmin.pace', {
        ended: formatNumber(data.ended, language),
        median: shortDuration(data.median_seconds, language),
        p95: shortDuration(data.p95_seconds, language),
      }),
    ],
  ] as const
  return (
    <dl className={figures.figures}>
      {shown.map(([name, value, note]) => (
        <div key={name} className={figures.card}>
          <dt className={figures.name}>{t(`payoutAdmin.figure.${name}`)}</dt>
          <dd className={figures.value}>
            {value}
            {note && <span className={figures.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** One state: how many, how much, and since when; it leads to exactly these payments, or cases. */
function StateTile({ tile, path }: { tile: Tile; path?: string }) {
  const t = useT('payoutAdmin')
  const language = useLanguage()
  const when = tile.until
    ? t('payoutAdmin.until', { at: formatTime(tile.until, language) })
    : tile.since && t('payoutAdmin.since', { at: formatTime(tile.since, language) })
  return (
    <Link {...tilePath(tile, path)} className={cx(figures.card, styles.tile)}>
      <span className={figures.name}>{wordOf(t, 'tile', tile.key)}</span>
      <div className={figures.value}>
        {formatNumber(tile.count, language)}
        <span className={figures.note}>
          {[tile.count > 0 && formatMoney(tile.amount, language), when].filter(Boolean).join(' · ') ||
            t('payoutAdmin.none')}
        </span>
      </div>
    </Link>
  )
}
