import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Card } from '../../ui/Card'
import { Loaded } from './Loaded'
import { Timeline } from './Timeline'
import type { TrailKind } from './trailKind'
import { actionOf, actorOf, entryPath, fieldOf, type TrailEntry, valueOf } from './trailWords'

const TONES = { done: 'neutral', waiting: 'awaiting', refused: 'error' } as const
const SEE_LOG = ['audit::log:read']

/** What happened to a thing, with what is another since, and its place in the audit log. */
export default function Trail({ kind, id }: { kind: TrailKind; id: string }) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const trail = useQuery({
    queryKey: ['trail', kind, account, id],
    queryFn: ({ signal }) => body(api.GET(`/v1/trail/${kind}/{id}`, { params: { path: { id } }, signal })),
    staleTime: 0,
  })
  return <Loaded query={trail}>{(found) => <Entries entries={found} />}</Loaded>
}

function Entries({ entries }: { entries: readonly TrailEntry[] }) {
  const t = useT('kit', 'audit')
  const seesLog = may(SEE_LOG)
  return (
    <Card title={t('kit.record.trail')}>
      {entries.length === 0 && <p>{t('audit.trail.none')}</p>}
      <Timeline
        items={entries.map((entry, place) => ({
          key: `${entries.length - place}`,
          at: entry.at,
          title:
            seesLog && entry.index !== null ? (
              <Link to={entryPath(entry.index)}>{actionOf(t, entry.name)}</Link>
            ) : (
              actionOf(t, entry.name)
            ),
          note: <Note entry={entry} t={t} />,
          tone: TONES[entry.status as keyof typeof TONES],
        }))}
      />
    </Card>
  )
}

function Note({ entry: { actor, reason, changes, index }, t }: { entry: TrailEntry; t: Translate }) {
  const language = useLanguage()
  return [
    actorOf(t, actor),
    reason && `“${reason}”`,
    ...changes.map(({ field, before, after }) =>
      t('audit.trail.change', {
        field: fieldOf(t, field),
        before: valueOf(t, language, field, before),
        after: valueOf(t, language, field, after),
      }),
    ),
    index === null ? t('audit.trail.waiting') : t('audit.trail.place', { index }),
  ]
    .filter(Boolean)
    .join(' · ')
}
