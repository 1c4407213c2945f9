import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import type { Errors } from '../../kit/command/CommandDialog'
import { CommandForm } from '../../kit/command/CommandForm'
import { Field } from '../../ui/Field'

/** Bytes of an answer at most, as the server takes it. */
const LARGEST = 1_000_000

/** What Siscoaf answered to a file, as it was downloaded there: ISO-8859-1, so that each byte is a character. */
export default function ImportReceipt({ id, batch, onClose }: CommandProps & { id: string; batch: string }) {
  const t = useT('common', 'kit', 'pld')
  const [answer, setAnswer] = useState<{ text: string; size: number } | null>(null)
  return (
    <CommandForm
      command="pld:coaf_file:answer"
      ids={{ id }}
      subject={{ thing: batch }}
      title={t('pld.acts.answer')}
      submit={t('pld.acts.answer')}
      texts="pld.acts.fields"
      text={<p>{t('pld.acts.answer_text')}</p>}
      own={{
        name: 'xml',
        fields: ['xml'],
        read: () => {
          if (answer === null) return { errors: { xml: t('common.field_required') } }
          if (answer.size > LARGEST) return { errors: { xml: t('pld.files.too_large') } }
          return { input: answer.text }
        },
        draw: drawFile(setAnswer),
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const drawFile =
  (onChange: (answer: { text: string; size: number } | null) => void) => (_: unknown, errors: Errors) => (
    <FileField error={errors.xml} onChange={onChange} />
  )

function FileField({
  error,
  onChange,
}: {
  error: string | undefined
  onChange: (answer: { text: string; size: number } | null) => void
}) {
  const t = useT('pld')
  const take = async (file: File | undefined) =>
    onChange(
      file
        ? {
            size: file.size,
            text: file.size > LARGEST ? '' : new TextDecoder('iso-8859-1').decode(await file.arrayBuffer()),
          }
        : null,
    )
  return (
    <Field label={t('pld.acts.fields.xml')} hint={t('pld.acts.fields.xml_hint')} error={error} required>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".xml,text/xml,application/xml"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      )}
    </Field>
  )
}
