import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication, settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Card } from '../../ui/Card'
import { Loaded } from './Loaded'
import { objectPath } from './objectPath'
import { Timeline } from './Timeline'
import type { TrailKind } from './trailKind'
import { actionOf, actorOf, entryPath, fieldOf, type TrailEntry, valueOf } from './trailWords'

const TONES = { done: 'neutral', waiting: 'awaiting', refused: 'error' } as const
const SEE_LOG = ['audit::log:read']
const SEE_REQUESTS = ['approvals::requests:read', 'approvals::requests:decide']

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

function Note({ entry, t }: { entry: TrailEntry; t: Translate }) {
  const { actor, reason, changes, data, index } = entry
  const language = useLanguage()
  const words = [
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
  if (typeof data.approval !== 'string') return words
  return (
    <>
      {words} · <Approval id={data.approval} maker={actor} t={t} />
    </>
  )
}

/** Whoever acted had asked for it; the request, which not everybody sees, tells who agreed. */
function Approval({ id, maker, t }: { id: string; maker: string; t: Translate }) {
  const isTheirs = maker === authentication.get().user?.email
  const path = isTheirs || may(SEE_REQUESTS) ? objectPath('approvals:request', id) : null
  const said = t('audit.trail.approved')
  return path ? <Link to={path}>{said}</Link> : said
}
