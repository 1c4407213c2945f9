import { Plus } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDay } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type CompanyRecord, MAY_WRITE, wordOf } from '../companies'
import styles from './record.module.css'

const acts = lazyDialog(() => import('../commands/acts'))

/** What is known of it, from which day to which, and from whom. */
export function Knowing({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  const language = useLanguage()
  const said = (attribute: string, value: string) =>
    attribute === 'risk_classification' ? wordOf(t, 'risk', value) : value
  return (
    <Card
      title={t('companies.card.attributes')}
      flush
      actions={
        <CommandButton
          dialog={acts}
          given={{ company, what: 'attribute' }}
          permissions={MAY_WRITE}
          anyMerchant
          size="small"
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('companies.attribute.open')}
        </CommandButton>
      }
    >
      {company.attributes.length === 0 ? (
        <p className={styles.none}>{t('companies.none.attributes')}</p>
      ) : (
        <MiniTable
          label={t('companies.card.attributes')}
          columns={[
            { key: 'attribute', title: t('companies.column.attribute') },
            { key: 'value', title: t('companies.column.value') },
            { key: 'from', title: t('companies.column.valid_from') },
            { key: 'to', title: t('companies.column.valid_to') },
            { key: 'source', title: t('companies.column.source') },
          ]}
          rows={company.attributes.map(({ id, attribute, value, valid_from, valid_to, source }) => ({
            key: id,
            cells: [
              wordOf(t, 'known', attribute),
              said(attribute, value),
              formatDay(valid_from, language),
              valid_to ? formatDay(valid_to, language) : t('companies.none.end'),
              source,
            ],
          }))}
        />
      )}
    </Card>
  )
}
