import type { OwnPart } from '../../kit/command/CommandForm'
import { useDraft } from '../../kit/command/draft'
import { SplitFold } from './SplitFold'
import { NO_SPLIT, readSplit, SPLIT_FIELDS } from './splitForm'

/** The split as a part of a Command's form; the form's amount is what is divided, where it has one. */
export function useSplit(): OwnPart {
  const [form, setForm] = useDraft('split', NO_SPLIT)
  return {
    name: 'split',
    fields: SPLIT_FIELDS,
    read: ({ amount }, t) => readSplit(form, Number(amount) || null, t),
    draw: ({ amount }, errors) => (
      <SplitFold form={form} amount={Number(amount) || null} errors={errors} onChange={setForm} />
    ),
  }
}
