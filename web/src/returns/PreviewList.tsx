import { useT } from '../app/i18n'
import { ResourceList } from '../kit/list/ResourceList'
import { FILES } from './list'
import { Upload } from './Upload'

const CollectionUpload = () => <Upload />

/** Return files before anything follows of them: they are sent here, read and looked at. */
export function PreviewList() {
  const t = useT('kit', 'returns')
  return <ResourceList list={FILES.preview} title={t('returns.preview.title')} Summary={CollectionUpload} />
}
