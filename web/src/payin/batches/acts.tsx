import { defineActs } from '../../kit/act/defineActs'
import { formatNumber } from '../../kit/format'
import styles from '../commands/form.module.css'

/** What can be done with what of a batch nobody has paid. */
export default defineActs<{ id: string; open: number }>()(
  {
    texts: ['payin'],
    look: styles.text,
    values: ({ open }, { language }) => ({ count: open, number: formatNumber(open, language) }),
  },
  {
    cancel: {
      command: 'payin:batch:cancel',
      title: 'payin.batches.cancel.title',
      submit: 'payin.batches.cancel.submit',
      text: 'payin.batches.cancel.text',
      fields: 'payin.batches.cancel',
      danger: true,
    },
  },
)
