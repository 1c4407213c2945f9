import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, Ban, CircleCheck, Eye, Pencil } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { buttonClass } from '../../ui/Button'
import { COMPANY_STATUSES, type CompanyRecord, LIST_PATH, MAY_VIEW, MAY_WRITE } from '../companies'

const change = lazyDialog(() => import('../commands/ChangeRegistration'), { size: 'medium' })
const acts = lazyDialog(() => import('../commands/acts'))

/** Which company, in what state, and what can be done with it now. */
export function CompanyHeader({ company }: { company: CompanyRecord }) {
  const t = useT('kit', 'companies')
  const language = useLanguage()
  return (
    <RecordHeader
      crumbs={[{ label: t('companies.title'), to: LIST_PATH }, { label: company.name }]}
      title={company.name}
      status={<StatusWord values={COMPANY_STATUSES} value={company.status} text={{ t, language }} />}
      subtitle={[company.legal_name, formatDocument(company.document)].join(' · ')}
      actions={<Actions company={company} />}
    />
  )
}

function Actions({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary' } as const
  const own = useStore(authentication, ({ user }) => user?.companyId)
  const { status, moves } = company
  return (
    <>
      {may(MAY_VIEW) && company.risk !== undefined && company.id !== own && (
        <Link
          to="/dashboard/payin/payments/list"
          search={{ merchant: String(company.id) }}
          className={buttonClass('secondary')}
        >
          <Eye {...icon} />
          {t('companies.view')}
        </Link>
      )}
      <CommandButton {...shared} dialog={change} given={{ company }} icon={<Pencil {...icon} />}>
        {t('companies.change.open')}
      </CommandButton>
      {moves.length > 0 && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ company, what: 'move' }}
          icon={<ArrowRightLeft {...icon} />}
        >
          {t('companies.move.open')}
        </CommandButton>
      )}
      {(status === 'active' || status === 'blocked') && (
        <CommandButton {...shared} dialog={acts} given={{ company, what: 'block' }} icon={<Ban {...icon} />}>
          {t(status === 'active' ? 'companies.block.open' : 'companies.block.again')}
        </CommandButton>
      )}
      {status === 'blocked' && (
        <CommandButton
          {...shared}
          variant="primary"
          dialog={acts}
          given={{ company, what: 'unblock' }}
          icon={<CircleCheck {...icon} />}
        >
          {t('companies.unblock.open')}
        </CommandButton>
      )}
    </>
  )
}
