import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { RowCommands } from '../../kit/command/RowCommands'
import { formatShare } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { type CompanyRecord, MAY_WRITE, type Partner } from '../companies'
import styles from './record.module.css'

const acts = lazyDialog(() => import('../commands/acts'))

/** Who owns it, and who of them is politically exposed. */
export function Partners({ company }: { company: CompanyRecord }) {
  const t = useT('kit', 'companies')
  const language = useLanguage()
  const writes = may(MAY_WRITE)
  const icon = { size: 18, strokeWidth: 1.75 }
  const cells = (partner: Partner) => [
    partner.name,
    <span key="document" className={styles.number}>
      {partner.document}
    </span>,
    partner.pep_type ? (
      <Badge key="pep" tone="atention" dot>
        {t(`companies.pep.${partner.pep_type}`)}
      </Badge>
    ) : (
      t('companies.pep.none')
    ),
    partner.share === null ? '—' : formatShare(partner.share, language),
  ]
  const columns = [
    { key: 'name', title: t('companies.column.partner') },
    { key: 'document', title: t('companies.column.any_document') },
    { key: 'pep', title: t('companies.column.pep_type') },
    { key: 'share', title: t('companies.column.share'), end: true },
    ...(writes ? [{ key: 'menu', title: '', end: true }] : []),
  ]
  return (
    <Card
      title={t('companies.card.partners')}
      flush
      actions={
        <CommandButton
          dialog={acts}
          given={{ company, what: 'add_partner' }}
          permissions={MAY_WRITE}
          anyMerchant
          size="small"
          variant="secondary"
          icon={<Plus {...icon} />}
        >
          {t('companies.add_partner.open')}
        </CommandButton>
      }
    >
      {company.partners.length === 0 && <p className={styles.none}>{t('companies.none.partners')}</p>}
      {company.partners.length > 0 && (
        <MiniTable
          label={t('companies.card.partners')}
          columns={columns}
          rows={company.partners.map((partner) => ({
            key: partner.id,
            cells: writes
              ? [
                  ...cells(partner),
                  <RowCommands
                    key="menu"
                    label={t('companies.partner.menu', { name: partner.name })}
                    given={{ company, partner }}
                    commands={[
                      {
                        key: 'change',
                        label: t('companies.change_partner.open'),
                        icon: <Pencil {...icon} />,
                        dialog: changePartner,
                      },
                      {
                        key: 'remove',
                        label: t('companies.remove_partner.open'),
                        icon: <Trash2 {...icon} />,
                        dialog: removePartner,
                        danger: true,
                      },
                    ]}
                  />,
                ]
              : cells(partner),
          }))}
        />
      )}
    </Card>
  )
}

const ofPartner = async () => ({ default: (await import('../commands/acts')).PartnerActs })
const changePartner = lazyAct(ofPartner, 'change')
const removePartner = lazyAct(ofPartner, 'remove')
