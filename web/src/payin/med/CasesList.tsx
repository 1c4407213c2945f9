import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { ResourceList } from '../../kit/list/ResourceList'
import { PayinTabs } from '../PayinTabs'
import { CASES, CASES_OF_ALL } from './list'
import { OtherDirection } from './OtherDirection'

/** Payments that the payer's bank asks back, and until when the next step of each is due. */
export function CasesList() {
  const t = useT('kit', 'payin', 'med')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? CASES_OF_ALL : CASES}
      title={t('med.title')}
      actions={<OtherDirection to="sent" />}
      tabs={<PayinTabs />}
    />
  )
}
