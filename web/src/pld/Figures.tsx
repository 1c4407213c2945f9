import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { FiguresLine } from '../kit/FiguresLine'
import { formatPercent } from '../kit/format'
import { COVERAGE_PATH } from './pld'

/** How many of the alerts that were decided were nothing; a share without its number says nothing. */
export function AlertFigures() {
  const t = useT('pld')
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['list', 'pld.alerts', 'figures'],
    queryFn: ({ signal }) => body(api.GET('/v1/pld-engine/alert-figures', { signal })),
  })
  return (
    <FiguresLine>
      {data &&
        (data.decided_90d === 0
          ? t('pld.figures.no_alerts')
          : t('pld.figures.false_alarms', {
              share: formatPercent(((100 * data.false_alarms_90d) / data.decided_90d).toFixed(0), language),
              count: data.decided_90d,
            }))}
    </FiguresLine>
  )
}

/** Situations that nobody looks for. */
export function RuleFigures() {
  const t = useT('pld')
  const { data } = useQuery({
    queryKey: ['list', 'pld.rules', 'figures'],
    queryFn: ({ signal }) => body(api.GET('/v1/pld-engine/open-situations', { signal })),
  })
  return (
    <FiguresLine>
      {data && (
        <Link to={COVERAGE_PATH}>
          {t('pld.figures.uncovered', { count: data.uncovered, all: data.situations })}
        </Link>
      )}
    </FiguresLine>
  )
}
