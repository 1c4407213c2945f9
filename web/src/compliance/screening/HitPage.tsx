import { Link, useParams } from '@tanstack/react-router'
import { Check, RotateCcw, UserCheck, UserX } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Badge, type Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { FoundHits } from './FoundHits'
import {
  casePath,
  companyPath,
  HIT_STATUSES,
  HITS_PATH,
  type Hit,
  MAY_WRITE,
  SEE_CASES,
  SEE_COMPANIES,
  wordOf,
} from './screening'

const decide = lazyDialog(async () => ({ default: (await import('./forms')).DecideHit }))
const acts = lazyDialog(() => import('./hitActs'))
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One hit: who was compared with whom, part by part. */
export function HitPage() {
  const { id = '' } = useParams({ strict: false })
  const hit = useRecord(
    'compliance.hit',
    id,
    (signal) => body(api.GET('/v1/compliance/hits/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={hit}>{(found) => <Record hit={found} />}</Loaded>
}

function Record({ hit }: { hit: Hit }) {
  const t = useT('kit', 'screening')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('screening.tab.hits'), to: HITS_PATH }, { label: hit.subject }]}
          title={hit.subject}
          status={<StatusWord values={HIT_STATUSES} value={hit.status} text={{ t, language }} />}
          subtitle={`${hit.list_name} · ${hit.score}%`}
          actions={<Actions hit={hit} />}
        />
      }
      main={
        <>
          <SideBySide hit={hit} />
          <NameWords hit={hit} />
          {hit.others.length > 0 && (
            <Card title={t('screening.card.others')} flush>
              <FoundHits hits={hit.others} />
            </Card>
          )}
        </>
      }
      side={<Decision hit={hit} />}
      tabs={[trailTab(t, 'hits', hit.id)]}
      raw={hit}
    />
  )
}

function Actions({ hit }: { hit: Hit }) {
  const t = useT('screening')
  const shared = { permissions: MAY_WRITE, anyMerchant: true, dialog: decide } as const
  if (hit.status !== 'pending') {
    return (
      <CommandButton
        {...shared}
        given={{ hit, decision: 'reopen' }}
        variant="secondary"
        icon={<RotateCcw {...ICON} />}
      >
        {t('screening.decide.reopen')}
      </CommandButton>
    )
  }
  return (
    <>
      <CommandButton
        dialog={acts}
        given={{
          what: hit.assignee === null ? 'take' : 'assign',
          id: hit.id,
          name: `${hit.subject} · ${hit.listed}`,
        }}
        permissions={MAY_WRITE}
        anyMerchant
        variant="secondary"
        icon={<UserCheck {...ICON} />}
      >
        {t(`screening.hit_acts.${hit.assignee === null ? 'take' : 'assign'}`)}
      </CommandButton>
      <CommandButton
        {...shared}
        given={{ hit, decision: 'confirm' }}
        variant="secondary"
        icon={<Check {...ICON} />}
      >
        {t('screening.decide.confirm')}
      </CommandButton>
      <CommandButton {...shared} given={{ hit, decision: 'not_the_one' }} icon={<UserX {...ICON} />}>
        {t('screening.decide.not_the_one')}
      </CommandButton>
    </>
  )
}

const TONES: Record<string, Tone> = {
  agrees: 'success',
  near: 'atention',
  contradicts: 'error',
  missing: 'neutral',
}

/** What agrees, contradicts or is missing. */
function SideBySide({ hit: { party, entry, evidence } }: { hit: Hit }) {
  const t = useT('screening')
  const verdict = (name: string) => (
    <Badge tone={TONES[name] ?? 'neutral'}>{wordOf(t, 'verdict', name)}</Badge>
  )
  const points = (count: number) => (count === 0 ? '—' : `${count > 0 ? '+' : '−'}${Math.abs(count)}`)
  const told = new Set(evidence.parts.map(({ part }) => part))
  const kind = (person: boolean | null) =>
    person === null ? '—' : t(person ? 'screening.part_kind.person' : 'screening.part_kind.company')
  const language = useLanguage()
  const day = (value: string) =>
    value
      .split(', ')
      .map((each) => (/^\d{4}-\d\d-\d\d$/.test(each) ? formatDay(each, language) : each))
      .join(', ')
  const shown = (part: string, value: string | null) =>
    value === null
      ? '—'
      : part === 'document' || (part === 'digits' && !value.includes('*'))
        ? formatDocument(value)
        : part === 'kind'
          ? wordOf(t, 'part_kind', value)
          : day(value)
  return (
    <Card title={t('screening.card.compared')} flush>
      <MiniTable
        label={t('screening.card.compared')}
        columns={[
          { key: 'part', title: t('screening.column.part') },
          { key: 'ours', title: t('screening.column.ours') },
          { key: 'theirs', title: t('screening.column.theirs') },
          { key: 'verdict', title: t('screening.column.verdict') },
          { key: 'points', title: t('screening.column.points'), end: true },
        ]}
        rows={[
          {
            key: 'name',
            cells: [
              t('screening.part.name'),
              [party.name, party.other_name].filter(Boolean).join(' · '),
              entry.names.join(' · '),
              verdict(evidence.name_score >= 95 ? 'agrees' : 'near'),
              `${evidence.name_score}%`,
            ],
          },
          ...evidence.parts.map(({ part, asked, listed, verdict: how, points: count }) => ({
            key: part,
            cells: [
              wordOf(t, 'part', part),
              shown(part, asked),
              shown(part, listed),
              verdict(how),
              points(count),
            ],
          })),
          ...(told.has('document') || told.has('digits')
            ? []
            : [
                {
                  key: 'document',
                  cells: [
                    t('screening.part.document'),
                    party.document ? formatDocument(party.document) : '—',
                    entry.document ? formatDocument(entry.document) : '—',
                    verdict('missing'),
                    '—',
                  ],
                },
              ]),
          ...(told.has('birth')
            ? []
            : [
                {
                  key: 'birth',
                  cells: [
                    t('screening.part.birth'),
                    party.birth ? day(party.birth) : '—',
                    day(entry.births.join(', ')) || '—',
                    verdict('missing'),
                    '—',
                  ],
                },
              ]),
          ...(told.has('kind')
            ? []
            : [
                {
                  key: 'kind',
                  cells: [
                    t('screening.part.kind'),
                    kind(party.document === null ? null : party.document.length === 11),
                    kind(entry.person),
                    verdict(party.document === null || entry.person === null ? 'missing' : 'agrees'),
                    '—',
                  ],
                },
              ]),
          {
            key: 'country',
            cells: [
              t('screening.part.country'),
              '—',
              entry.countries.join(', ') || '—',
              verdict('missing'),
              '—',
            ],
          },
        ]}
      />
    </Card>
  )
}

/** The names, word by word. */
function NameWords({ hit: { evidence } }: { hit: Hit }) {
  const t = useT('screening')
  return (
    <Card title={t('screening.card.words')} flush>
      <MiniTable
        label={t('screening.card.words')}
        columns={[
          { key: 'asked', title: t('screening.column.ours') },
          { key: 'listed', title: t('screening.column.theirs') },
          { key: 'how', title: t('screening.column.how') },
        ]}
        rows={evidence.words.map(({ asked, listed, how }, place) => ({
          key: String(place),
          cells: [asked ?? '—', listed ?? '—', wordOf(t, 'how', how)],
        }))}
      />
    </Card>
  )
}

/** Its page; only its name for whoever does not see companies. */
function Merchant({ party: { merchant_id, merchant_name } }: { party: Hit['party'] }) {
  if (merchant_id === null) return '—'
  const name = merchant_name ?? String(merchant_id)
  return may(SEE_COMPANIES) ? <Link to={companyPath(merchant_id)}>{name}</Link> : name
}

function Decision({ hit }: { hit: Hit }) {
  const t = useT('screening')
  return (
    <>
      <Card title={t('screening.card.decision')}>
        <Facts
          facts={[
            { label: t('screening.column.score'), value: `${hit.score}%` },
            { label: t('screening.column.found_at'), value: <DateTime at={hit.found_at} year="always" /> },
            { label: t('screening.column.assignee'), value: hit.assignee ?? t('screening.assigned.nobody') },
            { label: t('screening.column.reason'), value: hit.reason ? wordOf(t, 'why', hit.reason) : '—' },
            { label: t('screening.column.decided_by'), value: hit.decided_by ?? '—' },
            {
              label: t('screening.column.decided_at'),
              value: hit.decided_at ? <DateTime at={hit.decided_at} year="always" /> : '—',
            },
            { label: t('screening.column.comment'), value: hit.comment ?? '—', wide: true },
            ...(hit.case_id && may(SEE_CASES)
              ? [
                  {
                    label: t('screening.fact.case'),
                    value: <Link to={casePath(hit.case_id)}>{t('screening.fact.see_case')}</Link>,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Card title={t('screening.card.entry')}>
        <Facts
          facts={[
            { label: t('screening.column.list'), value: hit.list_name },
            { label: t('screening.column.kind'), value: wordOf(t, 'kind', hit.kind) },
            { label: t('screening.fact.entry_key'), value: hit.entry.entry_key },
            { label: t('screening.column.version'), value: hit.version },
            {
              label: t('screening.fact.in_force'),
              value: t(hit.entry.to_version === null ? 'screening.fact.yes' : 'screening.fact.no'),
            },
            { label: t('screening.fact.detail'), value: hit.entry.detail || '—', wide: true },
          ]}
        />
      </Card>
      <Card title={t('screening.card.party')}>
        <Facts
          facts={[
            { label: t('screening.column.source'), value: wordOf(t, 'source', hit.party.source) },
            { label: t('screening.fact.merchant'), value: <Merchant party={hit.party} /> },
          ]}
        />
      </Card>
    </>
  )
}
