import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { EmptyState } from '../ui/EmptyState'
import { OMBUDSMAN_LIST, SERVICE_LIST } from './list'
import { type Kind, MAY_READ, MAY_WRITE, REPORT_PATH } from './ticket'

const open = lazyDialog(() => import('./OpenTicket'))

function OpenButton({ kind }: { kind: Kind }) {
  const t = useT('cases')
  return (
    <CommandButton
      dialog={open}
      given={{ kind }}
      permissions={MAY_WRITE}
      anyMerchant
      icon={<Plus size={18} strokeWidth={1.75} />}
    >
      {t('cases.open.button')}
    </CommandButton>
  )
}

function NoAccess() {
  const t = useT('common')
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}

/** What came to the ombudsman, and when each answer is due. */
export function OmbudsmanList() {
  const t = useT('kit', 'cases')
  if (!may(MAY_READ)) return <NoAccess />
  return (
    <ResourceList
      list={OMBUDSMAN_LIST}
      title={t('cases.ombudsman.title')}
      actions={
        <>
          <Link to={REPORT_PATH}>{t('cases.report.title')}</Link>
          <OpenButton kind="ombudsman" />
        </>
      }
    />
  )
}

/** What customer service was asked, and when each answer is due. */
export function ServiceList() {
  const t = useT('kit', 'cases')
  if (!may(MAY_READ)) return <NoAccess />
  return (
    <ResourceList
      list={SERVICE_LIST}
      title={t('cases.service.title')}
      actions={<OpenButton kind="service" />}
    />
  )
}
