import { Trash2 } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readAgain } from '../../kit/command/subjects'
import { AddFile, AS_BODY, Files } from '../../kit/files/Files'
import { Card } from '../../ui/Card'
import { type CaseRecord, MAY_ANSWER } from './case'

const acts = lazyDialog(async () => ({ default: (await import('./commands/acts')).FileActs }))

/** What proves the merchant's side: delivery, order, what was written with the payer. */
export function CaseFiles({ found }: { found: CaseRecord }) {
  const t = useT('kit', 'med')
  return (
    <Card title={t('med.files.card')} actions={found.may_answer && <AddProof id={found.id} />}>
      <Proof found={found} />
    </Card>
  )
}

/** Attaches a file to a case at once, whether a defence is sent or not. */
export function AddProof({ id }: { id: string }) {
  const send = async (file: File) => {
    await answer(
      api.POST('/v1/payin/disputes/{id}/files', {
        params: { path: { id }, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readAgain('payin:med:remove_file')
  }
  return <AddFile send={send} />
}

/** The files of a case; while it takes a defence, each can be taken away again. */
export function Proof({ found }: { found: CaseRecord }) {
  const t = useT('kit', 'med')
  const { id, may_answer } = found
  return (
    <Files
      label={t('med.files.card')}
      files={found.files}
      take={(file) =>
        answer(
          api.GET('/v1/payin/disputes/{id}/files/{file}', {
            params: { path: { id, file: file.id } },
            parseAs: 'blob',
          }),
        )
      }
      renderRemoval={(file) =>
        may_answer && (
          <CommandButton
            dialog={acts}
            given={{ id, file, what: 'remove' }}
            permissions={MAY_ANSWER}
            anyMerchant
            size="small"
            variant="ghost"
            aria-label={t('kit.files.remove', { name: file.name })}
            icon={<Trash2 size={16} strokeWidth={1.75} />}
          >
            {t('med.files.remove')}
          </CommandButton>
        )
      }
    />
  )
}
