import { SearchX } from 'lucide-react'
import { useT } from '../app/i18n'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { TabCard } from '../ui/TabCard'
import { Part } from './Part'
import styles from './showcase.module.css'

export function Cards() {
  const t = useT('showcase')
  return (
    <Part name="cards">
      <div className={styles.grid}>
        <Card
          level={3}
          title={t('showcase.thing')}
          actions={
            <Button size="small" variant="secondary">
              {t('showcase.action')}
            </Button>
          }
        >
          {t('showcase.sentence')}
        </Card>
        <TabCard
          title={t('showcase.person')}
          tabs={[
            { key: 'in', label: t('showcase.tab.in'), content: t('showcase.tab.in_text') },
            { key: 'out', label: t('showcase.tab.out'), content: t('showcase.tab.out_text') },
          ]}
        />
      </div>
      <EmptyState
        level={3}
        icon={<SearchX size={20} strokeWidth={1.75} />}
        title={t('showcase.empty.title')}
        hint={t('showcase.empty.hint')}
      >
        <Button variant="secondary">{t('showcase.action')}</Button>
      </EmptyState>
    </Part>
  )
}
