import { useT } from '../../app/i18n'
import { OwnTabs } from '../export/OwnTabs'
import { ResourceList } from '../list/ResourceList'
import { BULKS } from './list'

/** A person's own Commands on many rows, of whichever merchant; what became of each row is opened again from here. */
export function BulksList() {
  const t = useT('kit', 'lists')
  return <ResourceList list={BULKS} title={t('lists.bulks.title')} tabs={<OwnTabs />} />
}
