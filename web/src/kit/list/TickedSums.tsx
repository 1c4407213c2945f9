import { useLanguage, useT } from '../../app/i18n'
import { Bar } from '../../ui/Skeleton'
import { formatSums } from '../format'
import type { Ticked } from './useTicked'

/** What is ticked sums up to; nothing where there is nothing to add up. */
export function TickedSums({ sums }: Pick<Ticked, 'sums'>) {
  const t = useT('kit')
  const language = useLanguage()
  if (sums === undefined) return <Bar width={96} />
  if (sums === null) return t('kit.facets.too_many')
  return formatSums(sums, language)
}
