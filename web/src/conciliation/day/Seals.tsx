import { Download } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { save } from '../../kit/export/save'
import { formatTime } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import type { Day } from '../conciliation'
import styles from './DayBench.module.css'

/** The seals of the day: whoever has a seal's text and the files checks both without this program. */
export function Seals({ day: { id, day, seal_list } }: { day: Day }) {
  const t = useT('conciliation')
  const language = useLanguage()
  const take = async (number: number) => {
    const seals = await body(api.GET('/v1/conciliation/days/{id}/seals', { params: { path: { id } } }))
    const seal = seals.find((each) => each.number === number)
    if (seal) save(new Blob([seal.text], { type: 'application/json' }), `seal-${day}-${number}.json`)
  }
  return (
    <Card title={t('conciliation.seal.title')} flush={seal_list.length > 0}>
      {seal_list.length === 0 ? (
        <p className={styles.note}>{t('conciliation.seal.none')}</p>
      ) : (
        <MiniTable
          label={t('conciliation.seal.title')}
          columns={[
            { key: 'number', title: t('conciliation.seal.number') },
            { key: 'sha256', title: t('conciliation.seal.sha256'), wide: true },
            { key: 'by', title: t('conciliation.seal.by'), wide: true },
            { key: 'take', title: t('conciliation.seal.take') },
          ]}
          rows={seal_list.map((seal) => ({
            key: String(seal.number),
            cells: [
              String(seal.number),
              <CopyText key="sha256" text={seal.sha256} short />,
              <span key="by" className={styles.by}>
                {seal.sealed_by}
                <span className={styles.note}>{formatTime(seal.sealed_at, language)}</span>
              </span>,
              <Button
                key="take"
                size="small"
                variant="secondary"
                icon={<Download size={16} strokeWidth={1.75} />}
                aria-label={t('conciliation.seal.take_number', { number: seal.number })}
                onClick={() => void take(seal.number)}
              />,
            ],
          }))}
        />
      )}
    </Card>
  )
}
