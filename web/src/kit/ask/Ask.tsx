import { Sparkles, X } from 'lucide-react'
import { use, useEffect, useMemo, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Button } from '../../ui/Button'
import { announce } from '../announce'
import { dayOf } from '../calendar'
import { Chip } from '../filter/Chip'
import { FilterChips, type FilterChipsProps } from '../filter/FilterChips'
import { areIds, idsIn, type ListState } from '../list/search'
import styles from './Ask.module.css'
import { loadLabels, namedBy } from './labels'
import { readSentence } from './readSentence'

/**
 * What the searched words would mean as filters, order and search of the list: shown, changed chip by chip, and applied by a
 * button only. Words that mean nothing of the kind are searched for as ever.
 */
export default function Ask<Row>({ list, state, change }: FilterChipsProps<Row>) {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const labels = use(useMemo(() => loadLabels(namedBy(list)), [list]))
  const [today] = useState(() => dayOf(new Date(), zone))
  const wanted = useMemo(
    () => (areIds(idsIn(state.search)) ? {} : readSentence(state.search, list, { labels, language, today })),
    [state.search, list, labels, language, today],
  )
  const [proposal, setProposal] = useState<ListState>(() => ({ ...state, search: '', ...wanted, page: 1 }))
  const [dismissed, setDismissed] = useState(false)
  const understood = Object.keys(wanted).some((key) => key !== 'search')
  useEffect(() => {
    if (understood) announce(t('kit.ask.found'))
  }, [understood, t])
  if (!understood || dismissed) return null

  const put = (part: Partial<ListState>) => setProposal({ ...proposal, ...part })
  const { by, sort } = proposal.order
  const column = list.columns.find(({ key }) => key === by)
  const ordered = by !== list.order.by || sort !== list.order.sort || 'order' in wanted
  return (
    <div className={styles.ask} role="group" aria-label={t('kit.ask.title')}>
      <span className={styles.title}>
        <Sparkles size={16} strokeWidth={1.75} aria-hidden />
        {t('kit.ask.title')}
      </span>
      <FilterChips list={list} state={proposal} change={put} />
      {proposal.search && (
        <Chip name={t('kit.ask.search')} value={proposal.search} onRemove={() => put({ search: '' })} />
      )}
      {column && ordered && (
        <Chip
          name={t('kit.ask.order')}
          value={t(`kit.ask.${column.kind === 'time' ? 'time' : 'value'}_${sort}`, {
            column: t(column.title),
          })}
          onRemove={() => put({ order: list.order })}
        />
      )}
      <span className={styles.end}>
        <Button size="small" onClick={() => change(proposal)}>
          {t('kit.ask.apply')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={t('kit.ask.dismiss')}
          title={t('kit.ask.dismiss')}
          onClick={() => setDismissed(true)}
        />
      </span>
    </div>
  )
}
