import { useT } from '../../app/i18n'
import { ResourceList } from '../list/ResourceList'
import { EXPORTS } from './list'
import { OwnTabs } from './OwnTabs'

/** A person's own exports, of whichever merchant. */
export function ExportsList() {
  const t = useT('kit', 'lists')
  return <ResourceList list={EXPORTS} title={t('lists.exports.title')} tabs={<OwnTabs />} />
}
