import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { buttonClass } from '../../ui/Button'
import { COMMUNICATIONS_LIST, FILES_LIST } from '../lists'
import { AlertsTabs, NoAccess } from '../PldTabs'
import { COAF_PATH, FILES_PATH, MAY_SEND, SEE_COAF } from '../pld'

const acts = lazyDialog(() => import('./coafActs'))

function ExportButton() {
  const t = useT('pld')
  return (
    <CommandButton
      dialog={acts}
      given={{ of: { id: '', number: 0, name: t('pld.communications.title') }, case_id: '', what: 'export' }}
      permissions={MAY_SEND}
      anyMerchant
    >
      {t('pld.communications.export')}
    </CommandButton>
  )
}

/** What COAF is told. */
export function CommunicationsList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_COAF)) return <NoAccess />
  return (
    <ResourceList
      list={COMMUNICATIONS_LIST}
      title={t('pld.communications.title')}
      tabs={<AlertsTabs />}
      actions={
        <>
          <Link to={FILES_PATH} className={buttonClass('secondary')}>
            {t('pld.tab.files')}
          </Link>
          <ExportButton />
        </>
      }
    />
  )
}

/** The files that carry it. */
export function FilesList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_COAF)) return <NoAccess />
  return (
    <ResourceList
      list={FILES_LIST}
      title={t('pld.files.title')}
      tabs={<AlertsTabs />}
      actions={
        <>
          <Link to={COAF_PATH} className={buttonClass('secondary')}>
            {t('pld.communications.title')}
          </Link>
          <ExportButton />
        </>
      }
    />
  )
}
