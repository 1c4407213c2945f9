import { defineActs } from '../../../kit/act/defineActs'
import type { StoredFile } from '../../../kit/files/Files'
import { formatMoney } from '../../../kit/format'
import { type CaseRecord, planWords } from '../case'

/** What the merchant can do with a case without words. */
export default defineActs<{ found: CaseRecord }>()(
  {
    texts: ['med'],
    ids: ({ found }) => ({ id: found.id }),
    subject: ({ found }) => found.company_name ?? undefined,
    values: ({ found }, { language }) => ({ amount: formatMoney(found.amount, language) }),
    plan: ({ t, language }) => planWords(t, language),
  },
  {
    /** The payment goes back. */
    accept: {
      command: 'payin:med:accept',
      title: 'med.accept.title',
      submit: 'med.accept.submit',
      text: 'med.accept.text',
      done: 'med.accept.done',
      fields: 'med.accept',
      danger: true,
    },
  },
)

/** What can be done with a file of a case that is not decided. */
export const FileActs = defineActs<{ id: string; file: StoredFile }>()(
  {
    texts: ['med'],
    ids: ({ id, file }) => ({ id, file: file.id }),
    values: ({ file }) => ({ name: file.name }),
  },
  {
    remove: {
      command: 'payin:med:remove_file',
      title: 'med.files.remove_title',
      submit: 'med.files.remove',
      text: 'med.files.remove_text',
      danger: true,
    },
  },
)
