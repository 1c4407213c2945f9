import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { NoAccess } from '../PldTabs'
import {
  BLIND_SPOTS_PATH,
  type BlindSpot,
  type BlindSpotSearch,
  ruleName,
  SEARCH_STATUSES,
  SEE_RULES,
  searchName,
  wordOf,
} from '../pld'
import page from '../pld.module.css'
import styles from './blindSpots.module.css'
import { PlantedTable } from './PlantedTable'
import { ScheduleCard } from './ScheduleCard'

/** How much one subject moves without an alert, by which schedule, and what stops the next cent. */
export function BlindSpotPage() {
  return may(SEE_RULES) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const search = useRecord(
    'pld.blind_spots',
    id,
    (signal) => body(api.GET('/v1/pld-engine/blind-spots/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'asked',
  )
  return <Loaded query={search}>{(found) => <Found search={found} />}</Loaded>
}

function Found({ search }: { search: BlindSpotSearch }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const { proposed, answers, status } = search
  const endless = answers.filter(({ limit }) => limit === 'none').length
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('pld.blind_spots.title'), to: BLIND_SPOTS_PATH },
            { label: searchName(search.number) },
          ]}
          title={
            proposed
              ? t('pld.blind_spots.of_version', {
                  rule: ruleName(proposed.number),
                  version: proposed.version,
                })
              : t('pld.blind_spots.of_rules')
          }
          status={<StatusWord values={SEARCH_STATUSES} value={status} text={{ t, language }} />}
          subtitle={[
            t('pld.blind_spots.read', { count: search.rules.length }),
            search.currency,
            search.milliseconds !== null &&
              t('pld.blind_spots.took', {
                tried: formatNumber(
                  answers.reduce((sum, { tried }) => sum + tried, 0),
                  language,
                ),
                seconds: formatNumber(Math.round(search.milliseconds / 100) / 10, language),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      }
      situation={
        <>
          {status === 'asked' && (
            <Banner tone="info" role="status">
              {t('pld.blind_spots.running', { done: search.parts_done, parts: search.parts })}
            </Banner>
          )}
          {!search.present && <Banner tone="awaiting">{t('pld.blind_spots.changed')}</Banner>}
          {endless > 0 && <Banner tone="error">{t('pld.blind_spots.endless', { count: endless })}</Banner>}
          {search.not_searched.length > 0 && (
            <Banner tone="awaiting">
              {t('pld.blind_spots.not_searched', {
                names: search.not_searched.map((name) => wordOf(t, 'feature', name)).join(', '),
              })}
            </Banner>
          )}
        </>
      }
      main={
        status === 'done' && (
          <>
            <Maxima search={search} />
            <ScheduleCard answers={answers} currency={search.currency} />
            <Card title={t('pld.blind_spots.planted')} flush>
              <PlantedTable answers={search.planted} before={search.planted_before} />
            </Card>
          </>
        )
      }
      side={<AskedRules search={search} />}
    />
  )
}

/** A silent maximum as it is said: an amount, or that there is none. */
function Silent({ answer }: { answer?: Pick<BlindSpot, 'limit' | 'moved'> }) {
  const t = useT('pld')
  const language = useLanguage()
  if (!answer) return '—'
  if (answer.limit === 'unproved') return t('pld.blind_spots.unproved')
  if (!answer.moved) return <span className={styles.none}>{t('pld.blind_spots.no_limit')}</span>
  return <strong>{formatMoney(answer.moved, language)}</strong>
}

function Maxima({ search: { answers, before, against } }: { search: BlindSpotSearch }) {
  const t = useT('pld')
  const language = useLanguage()
  const stoppedBy = ({ stopped_by, limit }: BlindSpot) => {
    if (limit === 'search') return t('pld.blind_spots.search_limit')
    return stopped_by
      ? `${ruleName(stopped_by.rule.number)} · ${stopped_by.rule.name}`
      : t('pld.blind_spots.nothing_stops')
  }
  return (
    <Card title={t('pld.blind_spots.table')} flush>
      <MiniTable
        label={t('pld.blind_spots.table')}
        columns={[
          { key: 'how', title: t('pld.blind_spots.how'), wide: true },
          ...(against === null ? [] : [{ key: 'before', title: t('pld.blind_spots.before'), end: true }]),
          { key: 'silent', title: t('pld.blind_spots.silent'), end: true },
          { key: 'movements', title: t('pld.blind_spots.movements'), end: true },
          { key: 'stopped', title: t('pld.blind_spots.stopped_by'), wide: true },
        ]}
        rows={answers.map((each) => ({
          key: `${each.target}_${each.way}`,
          cells: [
            wordOf(t, 'way', `${each.target}_${each.way}`),
            ...(against === null
              ? []
              : [
                  <Silent
                    key="before"
                    answer={before.find(({ target, way }) => target === each.target && way === each.way)}
                  />,
                ]),
            <Silent key="silent" answer={each} />,
            formatNumber(each.steps.length, language),
            stoppedBy(each),
          ],
        }))}
      />
    </Card>
  )
}

function AskedRules({ search }: { search: BlindSpotSearch }) {
  const t = useT('pld')
  return (
    <>
      <Card title={t('pld.blind_spots.asked')}>
        <ul className={styles.rules}>
          {search.rules.map((each) => (
            <li key={each.number}>
              <strong>{`${ruleName(each.number)} v${each.version} · ${each.name}`}</strong>
              {each.conditions.map((line) => (
                <code key={line}>{line}</code>
              ))}
            </li>
          ))}
        </ul>
        <p className={page.quiet}>{t('pld.blind_spots.made_up')}</p>
      </Card>
      <Card>
        <Facts
          facts={[
            { label: t('pld.column.asked_by'), value: search.asked_by, wide: true },
            { label: t('pld.column.asked_at'), value: <DateTime at={search.asked_at} />, wide: true },
          ]}
        />
      </Card>
    </>
  )
}
