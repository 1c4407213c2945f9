import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NavTabs } from '../../ui/NavTabs'
import { KYC_PATH, MAY_APPROVE, MAY_WRITE, REASONS_PATH, RENEWALS_PATH } from './kyc'
import { leadsList, PROPOSALS_LIST, REASONS_LIST, RENEWALS_LIST, requestsList } from './lists'
import { RequestFigures } from './RequestFigures'

const open = lazyDialog(() => import('./OpenRequest'), { size: 'medium' })
const addLead = lazyDialog(() => import('./AddLead'))
const addReason = lazyDialog(() => import('./WriteReason'), { size: 'medium' })
const plus = <Plus size={18} strokeWidth={1.75} />

export const useStaff = () => useStore(authentication, ({ internal_user }) => internal_user)

function Tabs() {
  const t = useT('kyc')
  const staff = useStaff()
  return (
    <NavTabs
      label={t('kyc.requests.title')}
      tabs={[
        { to: KYC_PATH, label: t('kyc.tab.requests') },
        ...(staff ? [{ to: REASONS_PATH, label: t('kyc.tab.reasons') }] : []),
        { to: RENEWALS_PATH, label: t('kyc.tab.renewals') },
      ]}
    />
  )
}

/** Who is to be known, and where each file stands. */
export function RequestsList() {
  const t = useT('kit', 'kyc')
  const staff = useStaff()
  const list = useMemo(() => requestsList(staff), [staff])
  return (
    <ResourceList
      list={list}
      title={t('kyc.requests.title')}
      tabs={<Tabs />}
      Summary={staff ? RequestFigures : undefined}
      actions={
        <CommandButton dialog={open} given={{}} permissions={MAY_WRITE} icon={plus}>
          {t('kyc.open.button')}
        </CommandButton>
      }
    />
  )
}

/** Why somebody is looked at, and by which documents. */
export function ReasonsList() {
  const t = useT('kit', 'kyc')
  return (
    <ResourceList
      list={REASONS_LIST}
      title={t('kyc.requests.title')}
      caption={t('kyc.tab.reasons')}
      tabs={<Tabs />}
      actions={
        <CommandButton dialog={addReason} given={{}} permissions={MAY_APPROVE} anyMerchant icon={plus}>
          {t('kyc.reason.add')}
        </CommandButton>
      }
    />
  )
}

/** What expires soon, and the request that renews it. */
export function RenewalsList() {
  const t = useT('kit', 'kyc')
  return (
    <ResourceList
      list={RENEWALS_LIST}
      title={t('kyc.requests.title')}
      caption={t('kyc.tab.renewals')}
      tabs={<Tabs />}
    />
  )
}

/** What one person proposed and another decides. */
export function ProposalsList() {
  const t = useT('kit', 'kyc')
  return <ResourceList list={PROPOSALS_LIST} title={t('kyc.proposals.title')} />
}

/** Who wants to come in, before there is a contract. */
export function LeadsList() {
  const t = useT('kit', 'kyc')
  const staff = useStaff()
  const list = useMemo(() => leadsList(staff), [staff])
  return (
    <ResourceList
      list={list}
      title={t('kyc.leads.title')}
      actions={
        <CommandButton
          dialog={addLead}
          given={{ staff }}
          permissions={MAY_WRITE}
          anyMerchant={staff}
          icon={plus}
        >
          {t('kyc.lead.add')}
        </CommandButton>
      }
    />
  )
}
