import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NoAccess, RulesTabs } from '../PldTabs'
import { MAY_RULES, SEE_RULES } from '../pld'
import { BLIND_SPOTS_LIST } from './list'

const acts = lazyDialog(() => import('./blindSpotActs'))

/** What the rules were found not to see. */
export function BlindSpotsList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_RULES)) return <NoAccess />
  return (
    <ResourceList
      list={BLIND_SPOTS_LIST}
      title={t('pld.blind_spots.title')}
      tabs={<RulesTabs />}
      actions={
        <CommandButton permissions={MAY_RULES} anyMerchant dialog={acts} given={{ what: 'rules' }}>
          {t('pld.acts.blind_spots')}
        </CommandButton>
      }
    />
  )
}
