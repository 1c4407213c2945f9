import { useParams } from '@tanstack/react-router'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { FoundHits } from './FoundHits'
import { CHECK_STATUSES, CHECKS_PATH, type Check, MAY_WRITE, OUTCOMES, wordOf } from './screening'

const redo = lazyDialog(async () => ({ default: (await import('./forms')).RedoCheck }))
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One document check: what providers, lists and our own books say. */
export function CheckPage() {
  const { id = '' } = useParams({ strict: false })
  const check = useRecord(
    'compliance.check',
    id,
    (signal) => body(api.GET('/v1/compliance/checks/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'asked',
  )
  return <Loaded query={check}>{(found) => <Record check={found} />}</Loaded>
}

function Record({ check }: { check: Check }) {
  const t = useT('kit', 'screening')
  const language = useLanguage()
  const text = { t, language }
  const title = check.name ?? (check.document ? formatDocument(check.document) : '—')
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('screening.title'), to: CHECKS_PATH }, { label: title }]}
          title={title}
          status={
            check.outcome ? (
              <StatusWord values={OUTCOMES} value={check.outcome} text={text} />
            ) : (
              <StatusWord values={CHECK_STATUSES} value={check.status} text={text} />
            )
          }
          subtitle={wordOf(t, 'purpose', check.purpose)}
          actions={
            check.status === 'error' && (
              <CommandButton
                dialog={redo}
                given={{ id: check.id }}
                permissions={MAY_WRITE}
                anyMerchant
                icon={<RotateCcw {...ICON} />}
              >
                {t('screening.redo.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={
        check.status === 'error' && (
          <Banner tone="error" icon={<CircleAlert {...ICON} />}>
            <strong>{t('screening.record.failed')}</strong>
            <p>{t('screening.record.failed_text')}</p>
          </Banner>
        )
      }
      main={
        <>
          {check.findings?.ports.map((port) => (
            <Port key={port.port} port={port} />
          ))}
          <Card title={t('screening.card.hits')} flush={check.found.length > 0}>
            <FoundHits hits={check.found} />
          </Card>
          {check.findings && check.findings.lists.length > 0 && (
            <Card title={t('screening.card.lists')} flush>
              <MiniTable
                label={t('screening.card.lists')}
                columns={[
                  { key: 'name', title: t('screening.column.list'), wide: true },
                  { key: 'version', title: t('screening.column.version'), end: true },
                  { key: 'checked_at', title: t('screening.column.checked_at') },
                ]}
                rows={check.findings.lists.map(({ code, name, version, checked_at }) => ({
                  key: code,
                  cells: [name, version, checked_at ? <DateTime key="at" at={checked_at} /> : '—'],
                }))}
              />
            </Card>
          )}
        </>
      }
      side={<Question check={check} />}
      tabs={[trailTab(t, 'document-checks', check.id)]}
      raw={check}
    />
  )
}

type Finding = NonNullable<Check['findings']>['ports'][number]

function Port({ port }: { port: Finding }) {
  const t = useT('screening')
  const language = useLanguage()
  if (port.problem) {
    return (
      <Card title={wordOf(t, 'port', port.port)}>
        <p>{wordOf(t, 'unavailable', port.problem)}</p>
      </Card>
    )
  }
  return (
    <Card title={wordOf(t, 'port', port.port)}>
      <Facts
        facts={[
          { label: t('screening.column.outcome'), value: wordOf(t, 'port_outcome', port.outcome ?? '') },
          { label: t('screening.fact.situation'), value: port.situation ?? '—' },
          { label: t('screening.fact.told_name'), value: port.name ?? '—', wide: true },
          {
            label: t('screening.fact.name_score'),
            value: port.name_score === null ? '—' : `${port.name_score}%`,
          },
          {
            label: t('screening.fact.birth'),
            value:
              port.birth && /^\d{4}-\d\d-\d\d$/.test(port.birth)
                ? formatDay(port.birth, language)
                : (port.birth ?? '—'),
          },
          ...(port.partners.length
            ? [{ label: t('screening.fact.partners'), value: port.partners.join(' · '), wide: true }]
            : []),
          ...(port.matches.length
            ? [{ label: t('screening.fact.matches'), value: port.matches.join(' · '), wide: true }]
            : []),
          {
            label: t('screening.fact.source'),
            value: (
              <>
                {port.provider} · {port.asked_at && <DateTime at={port.asked_at} year="always" />}
              </>
            ),
            wide: true,
          },
        ]}
      />
    </Card>
  )
}

function Question({ check }: { check: Check }) {
  const t = useT('screening')
  const language = useLanguage()
  return (
    <>
      <Card title={t('screening.card.question')}>
        <Facts
          facts={[
            {
              label: t('screening.column.document'),
              value: check.document ? formatDocument(check.document) : '—',
            },
            { label: t('screening.column.name'), value: check.name ?? '—' },
            {
              label: t('screening.field.birth'),
              value: check.birth ? formatDay(check.birth, language) : '—',
            },
            { label: t('screening.column.purpose'), value: wordOf(t, 'purpose', check.purpose) },
            ...(check.note ? [{ label: t('screening.field.note'), value: check.note, wide: true }] : []),
            { label: t('screening.column.asked_by'), value: check.asked_by },
            { label: t('screening.column.asked_at'), value: <DateTime at={check.asked_at} year="always" /> },
            { label: t('screening.column.cost'), value: formatMoney(check.cost, language) },
            { label: t('screening.fact.earlier'), value: formatNumber(check.earlier, language) },
          ]}
        />
      </Card>
      {check.findings && check.document && (
        <Card title={t('screening.card.relations')}>
          <Facts
            facts={[
              {
                label: t('screening.fact.merchants'),
                value: formatNumber(check.findings.merchants, language),
              },
              { label: t('screening.fact.payees'), value: formatNumber(check.findings.payees, language) },
              {
                label: t('screening.fact.suspect'),
                value: t(check.findings.suspect ? 'screening.fact.yes' : 'screening.fact.no'),
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}
