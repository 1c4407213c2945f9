import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { Request } from './kyc'
import styles from './kyc.module.css'

interface Line {
  key: number
  name: string
  document: string
  /** As people write it, in percent. */
  share: string
  administrator: boolean
  /** CNPJ of the company whose part it is; empty: the subject's. */
  of: string
}

const EMPTY = { name: '', document: '', share: '', administrator: false, of: '' }
const POINTS = 100
/** Letters and digits of a CNPJ. */
const CNPJ = 14
const plain = (document: string) => document.replace(/[^0-9a-z]/gi, '').toUpperCase()

/** Who owns the company that a request is about: all owners at once. */
export default function EditOwners({ request, onClose }: CommandProps & { request: Request }) {
  const t = useT('common', 'kit', 'kyc')
  const own = useOwners(request)
  return (
    <CommandForm
      command="kyc:request:owners"
      ids={{ id: request.id }}
      subject={{ thing: request.number }}
      title={t('kyc.owners.edit')}
      submit={t('kyc.acts.keep')}
      texts="kyc.owners"
      text={<p>{t('kyc.owners.text')}</p>}
      own={own}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Basis points of what people write as percent; null where it is none. */
export function pointsOf(share: string): number | null {
  const text = share.trim().replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const points = Math.round(Number(text) * POINTS)
  return points <= 100 * POINTS ? points : null
}

function useOwners(request: Request): OwnPart {
  const t = useT('common', 'kyc')
  const [lines, setLines] = useState<Line[]>(() => {
    const owners = request.form.owners ?? []
    if (owners.length === 0) return [{ key: 0, ...EMPTY }]
    return owners.map(({ name, document, share, administrator, of }, key) => ({
      key,
      name,
      document,
      share: String(share / POINTS).replace('.', ','),
      administrator: administrator ?? false,
      of: of ?? '',
    }))
  })
  const change = (key: number, more: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...more } : line)))
  const companies = lines.filter(({ document }) => plain(document).length === CNPJ)
  return {
    name: 'owners',
    fields: ['owners'],
    read: () => {
      const named = lines.filter(({ name, document }) => name.trim() || document.trim())
      if (named.some(({ share }) => pointsOf(share) === null)) {
        return { errors: { owners: t('kyc.owners.wrong_share') } }
      }
      return {
        input: named.map(({ name, document, share, administrator, of }) => ({
          name: name.trim(),
          document: document.trim(),
          share: pointsOf(share),
          administrator,
          of,
        })),
      }
    },
    draw: (_, errors) => (
      <fieldset className={styles.lines}>
        <legend>{t('kyc.record.owners')}</legend>
        {lines.map((line, place) => (
          <fieldset key={line.key} className={styles.owner}>
            <legend>{t('kyc.owners.owner', { n: place + 1 })}</legend>
            <Field label={t('kyc.owners.name')}>
              {(given) => (
                <TextInput
                  {...given}
                  maxLength={200}
                  value={line.name}
                  onChange={({ target }) => change(line.key, { name: target.value })}
                />
              )}
            </Field>
            <Field label={t('kyc.owners.doc')}>
              {(given) => (
                <TextInput
                  {...given}
                  maxLength={18}
                  value={line.document}
                  onChange={({ target }) => change(line.key, { document: target.value })}
                />
              )}
            </Field>
            <Field label={t('kyc.owners.share')}>
              {(given) => (
                <TextInput
                  {...given}
                  inputMode="decimal"
                  maxLength={6}
                  value={line.share}
                  onChange={({ target }) => change(line.key, { share: target.value })}
                />
              )}
            </Field>
            {(line.of || companies.some(({ key }) => key !== line.key)) && (
              <Field label={t('kyc.owners.owned')}>
                {(control) => (
                  <Select
                    id={control.id}
                    options={[
                      { value: '', label: t('kyc.owners.the_subject') },
                      ...companies
                        .filter(({ key }) => key !== line.key)
                        .map(({ name, document }) => ({ value: plain(document), label: name || document })),
                    ]}
                    value={line.of}
                    onChange={(of) => change(line.key, { of })}
                  />
                )}
              </Field>
            )}
            <div className={styles.bar}>
              <Checkbox
                label={t('kyc.owners.admin')}
                checked={line.administrator}
                onChange={(administrator) => change(line.key, { administrator })}
              />
              <IconButton
                size="small"
                label={t('kyc.reason.remove', { name: line.name || String(place + 1) })}
                icon={<Trash2 size={16} strokeWidth={1.75} />}
                onClick={() => setLines((now) => now.filter(({ key }) => key !== line.key))}
              />
            </div>
          </fieldset>
        ))}
        {errors.owners && <p className={styles.problem}>{errors.owners}</p>}
        <Button
          size="small"
          variant="secondary"
          icon={<Plus size={16} strokeWidth={1.75} />}
          onClick={() =>
            setLines((now) => [...now, { key: Math.max(-1, ...now.map(({ key }) => key)) + 1, ...EMPTY }])
          }
        >
          {t('kyc.owners.more')}
        </Button>
      </fieldset>
    ),
  }
}
