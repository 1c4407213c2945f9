import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { FiguresLine } from '../../kit/FiguresLine'
import { REFUSALS_PATH } from './block'

const DAY = 86_400_000
const FACETS = '/v1/compliance/block-refusals/facets'

/** What the entries refused within a day, and what is held by them now. */
export function BlockFigures() {
  const t = useT('blockList')
  const { data } = useQuery({
    queryKey: ['list', 'compliance.block_refusals', 'figures'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - DAY).toISOString()
      const [refused, held] = await Promise.all([
        body(api.GET(FACETS, { params: { query: { state: 'refused', at_from: since } }, signal })),
        body(api.GET(FACETS, { params: { query: { state: 'held' } }, signal })),
      ])
      return { refused: refused.total.count, held: held.total.count }
    },
  })
  return (
    <FiguresLine>
      {data && (
        <>
          <Link to={REFUSALS_PATH} search={{ state: 'refused' } as never}>
            {t('blockList.figures.refused', { count: data.refused })}
          </Link>
          {' · '}
          <Link to={REFUSALS_PATH} search={{ state: 'held' } as never}>
            {t('blockList.figures.held', { count: data.held })}
          </Link>
        </>
      )}
    </FiguresLine>
  )
}
