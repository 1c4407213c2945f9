import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { EmptyState } from '../ui/EmptyState'
import { MAY_READ, MAY_WRITE, MONTH_PATH, typedMoment } from './incident'
import { INCIDENTS } from './list'

const acts = lazyDialog(() => import('./newActs'))

/** When our services did not work. */
export function IncidentsList() {
  const t = useT('common', 'kit', 'availability')
  const [today] = useState(() => typedMoment(new Date().toISOString()).day)
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={INCIDENTS}
      title={t('availability.title')}
      actions={
        <>
          <Link to={MONTH_PATH}>{t('availability.month.title')}</Link>
          <CommandButton
            dialog={acts}
            given={{ today, what: 'open' }}
            permissions={MAY_WRITE}
            anyMerchant
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('availability.open.button')}
          </CommandButton>
        </>
      }
    />
  )
}
