import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { FiguresLine } from '../../kit/FiguresLine'

/** How many requests were decided of late, and how long that took. */
export function RequestFigures() {
  const t = useT('kyc')
  const { data } = useQuery({
    queryKey: ['list', 'kyc.requests', 'figures'],
    queryFn: ({ signal }) => body(api.GET('/v1/kyc/figures', { signal })),
  })
  return (
    <FiguresLine>
      {data &&
        (data.median_hours === null
          ? t('kyc.figures.none')
          : t('kyc.figures.median', { count: data.decided_30d, hours: data.median_hours }))}
    </FiguresLine>
  )
}
