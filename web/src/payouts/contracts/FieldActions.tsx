import { ArrowDownToLine, FilePen, Handshake } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { RowCommands } from '../../kit/command/RowCommands'
import { type Contract, type ContractField, MAY_WRITE, wordOf } from './contract'

const acts = () => import('./commands/acts')
const source = lazyAct(acts, 'source')
const accept = lazyAct(acts, 'accept')
const take = lazyAct(acts, 'take')
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** What can be done with one field. */
export function FieldActions({ contract, field }: { contract: Contract; field: ContractField }) {
  const t = useT('payoutRegisters')
  if (!may(MAY_WRITE)) return null
  return (
    <RowCommands
      label={t('payoutRegisters.contract.actions', { field: wordOf(t, 'contract_field', field.field) })}
      given={{ contract, field: field.field }}
      commands={[
        {
          key: 'source',
          label: t('payoutRegisters.contract.source.open'),
          icon: <FilePen {...ICON} />,
          dialog: source,
        },
        {
          key: 'accept',
          label: t('payoutRegisters.contract.accept.open'),
          icon: <Handshake {...ICON} />,
          dialog: accept,
          disabled: field.state === 'equal',
        },
        {
          key: 'take',
          label: t('payoutRegisters.contract.take.open'),
          icon: <ArrowDownToLine {...ICON} />,
          dialog: take,
          disabled: !field.takeable,
        },
      ]}
    />
  )
}
