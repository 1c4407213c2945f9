import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { EmptyState } from '../ui/EmptyState'
import { DEADLINES } from './deadlines'
import { OMBUDSMAN_LIST, SERVICE_LIST } from './list'
import { DEADLINES_PATH, type Kind, MAY_READ, MAY_WRITE, REPORT_PATH } from './ticket'

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
          <Link to={DEADLINES_PATH}>{t('cases.deadlines.title')}</Link>
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
      actions={
        <>
          <Link to={DEADLINES_PATH}>{t('cases.deadlines.title')}</Link>
          <OpenButton kind="service" />
        </>
      }
    />
  )
}

/** Every term of an authority or the law, the nearest first. */
export function DeadlinesList() {
  const t = useT('kit', 'cases')
  if (!may(MAY_READ)) return <NoAccess />
  return <ResourceList list={DEADLINES} title={t('cases.deadlines.title')} />
}
