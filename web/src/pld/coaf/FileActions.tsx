import { Download } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { save } from '../../kit/export/save'
import { IconButton } from '../../ui/IconButton'
import { type FileRow, MAY_SEND } from '../pld'
import styles from '../pld.module.css'

const acts = lazyDialog(() => import('./fileActs'))
const importReceipt = lazyDialog(() => import('./ImportReceipt'))

/** What can be done with a file to COAF. */
export function FileActions({ file }: { file: FileRow }) {
  const t = useT('pld')
  const given = { file: { id: file.id, batch_id: file.batch_id ?? '' } }
  const shared = { permissions: MAY_SEND, anyMerchant: true, size: 'small', variant: 'secondary' } as const
  return (
    <span className={styles.bar}>
      <IconButton
        label={t('pld.files.download')}
        icon={<Download size={18} strokeWidth={1.75} />}
        onClick={() =>
          void answer(
            api.GET('/v1/pld-engine/coaf-files/{id}/content', {
              params: { path: { id: file.id } },
              parseAs: 'blob',
            }),
          ).then(({ data }) => save(data, `${file.batch_id}.xml`))
        }
      />
      {file.status === 'exported' &&
        (['send', 'by_hand'] as const).map((each) => (
          <CommandButton key={each} {...shared} dialog={acts} given={{ ...given, what: each }}>
            {t(`pld.acts.${each}`)}
          </CommandButton>
        ))}
      {file.status === 'sent' && (
        <CommandButton {...shared} dialog={importReceipt} given={{ id: file.id, batch: file.batch_id ?? '' }}>
          {t('pld.acts.answer')}
        </CommandButton>
      )}
    </span>
  )
}
