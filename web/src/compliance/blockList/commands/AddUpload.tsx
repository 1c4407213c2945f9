import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import type { Errors } from '../../../kit/command/CommandDialog'
import { CommandForm } from '../../../kit/command/CommandForm'
import { Field } from '../../../ui/Field'
import { termOptions, uploadPath } from '../block'

/** Bytes of a file at most, as the server takes it. */
const LARGEST = 600_000

/** A file in base64; too large a one is not read. */
interface Content {
  text: string
  size: number
}

/** Puts a file of values on the block list. */
export default function AddUpload({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'blockList')
  const navigate = useNavigate()
  const [content, setContent] = useState<Content | null>(null)
  return (
    <CommandForm<components['schemas']['BlockUpload']>
      command="compliance:block_upload:create"
      subject={{ thing: t('blockList.title') }}
      title={t('blockList.uploads.title')}
      submit={t('blockList.uploads.submit')}
      texts="blockList.fields"
      text={<p>{t('blockList.uploads.text')}</p>}
      initial={{ name: '', lane: 'fraud', effect: 'refuse', direction: 'both', cause: 'fraud_report' }}
      options={termOptions(t)}
      own={{
        name: 'content',
        fields: ['content'],
        read: () => {
          if (content === null) return { errors: { content: t('common.field_required') } }
          if (content.size > LARGEST) return { errors: { content: t('blockList.uploads.too_large') } }
          return { input: content.text }
        },
        draw: drawFile(setContent),
      }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: uploadPath(id) })
      }}
      onClose={onClose}
    />
  )
}

const drawFile = (onChange: (content: Content | null) => void) => (_: unknown, errors: Errors) => (
  <FileField error={errors.content} onChange={onChange} />
)

function FileField({
  error,
  onChange,
}: {
  error: string | undefined
  onChange: (content: Content | null) => void
}) {
  const t = useT('blockList')
  const take = async (file: File | undefined) =>
    onChange(
      file
        ? {
            size: file.size,
            text: file.size > LARGEST ? '' : base64(new Uint8Array(await file.arrayBuffer())),
          }
        : null,
    )
  return (
    <Field
      label={t('blockList.fields.content')}
      hint={t('blockList.fields.content_hint')}
      error={error}
      required
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".csv,.txt,text/csv"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      )}
    </Field>
  )
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 32_768)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return btoa(parts.join(''))
}
