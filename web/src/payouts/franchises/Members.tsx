import { Minus, Plus } from 'lucide-react'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { formatDocument, formatShare } from '../../kit/format'
import { bankName } from '../../kit/place/bankName'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import styles from '../registers.module.css'
import { MAY_WRITE, type Unit } from './unit'

const acts = () => import('./commands/acts')
const addOwner = lazyAct(acts, 'add_owner')
const removeOwner = lazyAct(acts, 'remove_owner')
const addDestination = lazyAct(acts, 'add_destination')
const removeDestination = lazyAct(acts, 'remove_destination')
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
const SHARED = { permissions: MAY_WRITE, variant: 'secondary', size: 'small' } as const
const accountWord = wordsOf('payoutRegisters')

/** Whose a unit is. */
export function Owners({ unit }: { unit: Unit }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  const given = { unit, others: [], accounts: [] }
  return (
    <Card
      title={t('payoutRegisters.card.owners')}
      flush={unit.owners.length > 0}
      actions={
        <>
          <CommandButton
            {...SHARED}
            dialog={removeOwner}
            given={given}
            disabled={unit.owners.length === 0}
            icon={<Minus {...ICON} />}
          >
            {t('payoutRegisters.unit.remove_owner.open')}
          </CommandButton>
          <CommandButton {...SHARED} dialog={addOwner} given={given} icon={<Plus {...ICON} />}>
            {t('payoutRegisters.unit.add_owner.open')}
          </CommandButton>
        </>
      }
    >
      {unit.owners.length === 0 ? (
        <p className={styles.text}>{t('payoutRegisters.unit.no_owners')}</p>
      ) : (
        <MiniTable
          label={t('payoutRegisters.card.owners')}
          columns={[
            { key: 'name', title: t('payoutRegisters.column.name'), wide: true },
            { key: 'document', title: t('payoutRegisters.column.document') },
            { key: 'share', title: t('payoutRegisters.column.share'), end: true },
          ]}
          rows={unit.owners.map(({ id, name, document, share }) => ({
            key: id,
            cells: [name, formatDocument(document), formatShare(share, language)],
          }))}
        />
      )}
    </Card>
  )
}

/** Where a unit is paid. */
export function Destinations({ unit }: { unit: Unit }) {
  const t = useT('payoutRegisters')
  const accounts = unit.free.map(({ id, nickname, holder_name }) => ({
    value: id,
    label: `${nickname} · ${holder_name}`,
  }))
  const given = { unit, others: [], accounts }
  return (
    <Card
      title={t('payoutRegisters.card.destinations')}
      flush={unit.destinations.length > 0}
      actions={
        <>
          <CommandButton
            {...SHARED}
            dialog={removeDestination}
            given={given}
            disabled={unit.destinations.length === 0}
            icon={<Minus {...ICON} />}
          >
            {t('payoutRegisters.unit.remove_destination.open')}
          </CommandButton>
          <CommandButton
            {...SHARED}
            dialog={addDestination}
            given={given}
            disabled={accounts.length === 0}
            icon={<Plus {...ICON} />}
          >
            {t('payoutRegisters.unit.add_destination.open')}
          </CommandButton>
        </>
      }
    >
      {unit.destinations.length === 0 ? (
        <p className={styles.text}>{t('payoutRegisters.unit.no_destinations')}</p>
      ) : (
        <MiniTable
          label={t('payoutRegisters.card.destinations')}
          columns={[
            { key: 'nickname', title: t('payoutRegisters.column.account') },
            { key: 'holder', title: t('payoutRegisters.column.holder'), wide: true },
            { key: 'bank', title: t('payoutRegisters.column.bank_name') },
            { key: 'status', title: t('payoutRegisters.column.status') },
          ]}
          rows={unit.destinations.map(({ id, nickname, holder_name, bank_name, status }) => ({
            key: id,
            cells: [
              nickname,
              holder_name,
              bankName(bank_name) ?? 'Pix',
              accountWord(t, 'account_status', status),
            ],
          }))}
        />
      )}
    </Card>
  )
}
