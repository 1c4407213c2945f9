import { Bookmark } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Popover } from '../../ui/Popover'
import { Spinner } from '../../ui/Spinner'
import hidden from '../hidden.module.css'
import type { ListDefinition } from '../list/definition'
import type { TableActions, TableState } from '../list/useList'
import { lookOf } from './definition'
import { useCurrentView } from './useCurrentView'
import styles from './Views.module.css'

const ViewsPanel = lazy(() => import('./ViewsPanel'))

interface ViewsProps<Row> {
  list: ListDefinition<Row>
  /** The server's name of the list. */
  name: string
  table: TableState<Row>
  actions: TableActions
}

/** The saved view that the list shows, a mark when it was changed, and the window with all of them. */
export function Views<Row>({ list, name, table, actions }: ViewsProps<Row>) {
  const t = useT('kit')
  const shown = useCurrentView(list, name, table, actions)
  const { current, changed } = shown
  return (
    <Popover
      title={t('kit.views.open')}
      align="end"
      trigger={
        <Button variant="ghost" title={t('kit.views.open')} icon={<Bookmark size={18} strokeWidth={1.75} />}>
          {current && <span className={hidden.hidden}>{t('kit.views.open')}: </span>}
          <span className={styles.name} data-word={current ? undefined : true}>
            {current?.name ?? t('kit.views.open')}
          </span>
          {changed && (
            <>
              <span className={styles.changed} aria-hidden />
              <span className={hidden.hidden}>{t('kit.views.changed')}</span>
            </>
          )}
        </Button>
      }
    >
      {(close) => (
        <Suspense fallback={<Spinner size={24} />}>
          <ViewsPanel
            list={list}
            name={name}
            state={table.appliedFilters}
            look={lookOf(table)}
            shown={shown}
            onClose={close}
          />
        </Suspense>
      )}
    </Popover>
  )
}
