import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { useDraft } from '../../kit/command/draft'
import { formatNumber } from '../../kit/format'
import formStyles from '../commands/form.module.css'
import { TermsFields } from '../due/DueFields'
import { type DueForm, emptyForm, readTerms, TERMS } from '../due/dueForm'

/** Changes what of a batch nobody has paid: another day, other terms, another message. What is left empty stays. */
export default function ReviseBatch({ id, open, onClose }: CommandProps & { id: string; open: number }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const own = useTerms()
  return (
    <CommandForm
      command="payin:batch:revise"
      ids={{ id }}
      title={t('payin.batches.revise.title')}
      submit={t('payin.batches.revise.submit')}
      texts="payin.batches.revise"
      text={
        <p className={formStyles.text}>
          {t('payin.batches.revise.text', { count: open, number: formatNumber(open, language) })}
        </p>
      }
      own={own}
      onDone={() => {
        onClose()
        showAlert('success', t('payin.batches.revise.done'))
      }}
      onClose={onClose}
    />
  )
}

/** The terms as a part of the form. */
function useTerms(): OwnPart {
  const [form, setForm] = useDraft('terms', emptyForm)
  const put = (part: Partial<DueForm>) => setForm((now) => ({ ...now, ...part }))
  return {
    name: 'terms',
    fields: TERMS.map((term) => `terms.${term}`),
    read: (_, t) => {
      const read = readTerms(form, t)
      return 'errors' in read ? read : { input: read.given.terms }
    },
    draw: (_, errors) => <TermsFields form={form} errors={errors} put={put} />,
  }
}
