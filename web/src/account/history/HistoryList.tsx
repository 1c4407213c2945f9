import { Link } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { buttonClass } from '../../ui/Button'
import { BalancesHeader } from '../header/BalancesHeader'
import { AS_KNOWN_PATH } from './entry'
import { ENTRIES } from './list'

const files = lazyDialog(() => import('./StatementFile'))
const EVERYBODY: readonly string[] = []

/** How much there is, why, and what came and went. */
export function HistoryList() {
  const t = useT('kit', 'account')
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <ResourceList
      list={ENTRIES}
      title={t('account.title')}
      Summary={BalancesHeader}
      actions={
        <>
          <Link to={AS_KNOWN_PATH} className={buttonClass('secondary')}>
            <History {...icon} />
            {t('account.as_known.open')}
          </Link>
          <CommandButton
            dialog={files}
            given={{}}
            permissions={EVERYBODY}
            variant="secondary"
            icon={<Download {...icon} />}
          >
            {t('account.file.open')}
          </CommandButton>
        </>
      }
    />
  )
}
