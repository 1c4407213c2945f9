import { useQuery } from '@tanstack/react-query'
import { Archive, Columns3 } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { MAY_PAY } from './batch'
import styles from './Columns.module.css'
import { TEMPLATES } from './columnTemplates'

const save = lazyDialog(() => import('./commands/SaveColumns'))

const acts = lazyDialog(() => import('./commands/templateActs'))

const useTemplates = () =>
  useQuery({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) => body(api.GET('/v1/payouts/batch-mappings', { signal })),
  }).data ?? []

interface ColumnsProps {
  /** The template that is chosen; empty: the columns are named as we name them. */
  value: string
  onChange: (id: string) => void
  /** Whether a template can be written here; a dialog does not open another. */
  writes?: boolean
}

/** How the columns of the merchant's table are called. */
export function Columns({ value, onChange, writes = false }: ColumnsProps) {
  const t = useT('payoutBatches')
  const templates = useTemplates()
  const chosen = templates.find(({ id }) => id === value)
  if (!writes && templates.length === 0) return null
  return (
    <div className={styles.columns}>
      <Field label={t('payoutBatches.mapping.label')}>
        {(control) => (
          <Select
            id={control.id}
            options={[
              { value: '', label: t('payoutBatches.mapping.ours') },
              ...templates.map(({ id, name, version }) => ({
                value: id,
                label: t('payoutBatches.mapping.one', { name, version }),
              })),
            ]}
            value={chosen ? value : ''}
            onChange={onChange}
          />
        )}
      </Field>
      {writes && (
        <CommandButton
          dialog={save}
          given={{ from: chosen ?? null, onSaved: onChange }}
          permissions={MAY_PAY}
          variant="secondary"
          icon={<Columns3 size={18} strokeWidth={1.75} />}
        >
          {t(`payoutBatches.mapping.${chosen ? 'change' : 'open'}`)}
        </CommandButton>
      )}
      {writes && chosen && (
        <CommandButton
          dialog={acts}
          given={{ id: chosen.id, name: chosen.name, what: 'retire', onRetired: () => onChange('') }}
          permissions={MAY_PAY}
          variant="secondary"
          icon={<Archive size={18} strokeWidth={1.75} />}
        >
          {t('payoutBatches.mapping.retire.open')}
        </CommandButton>
      )}
    </div>
  )
}
