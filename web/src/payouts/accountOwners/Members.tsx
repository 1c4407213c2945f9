import { Minus, Plus } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { formatDay, formatDocument, formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import styles from '../registers.module.css'
import { MAY_WRITE, type Owner, wordOf } from './owner'

const acts = () => import('./commands/acts')
const setAgreement = lazyAct(acts, 'set_agreement')
const addSigner = lazyAct(acts, 'add_signer')
const removeSigner = lazyAct(acts, 'remove_signer')
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
const SHARED = { permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary', size: 'small' } as const

/** The numbers under which the bank knows the owner's files. */
export function Agreements({ owner }: { owner: Owner }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  return (
    <Card
      title={t('payoutRegisters.card.agreements')}
      flush={owner.agreements.length > 0}
      actions={
        !owner.retired_at && (
          <CommandButton {...SHARED} dialog={setAgreement} given={{ owner }} icon={<Plus {...ICON} />}>
            {t('payoutRegisters.owner.set_agreement.open')}
          </CommandButton>
        )
      }
    >
      {owner.agreements.length === 0 ? (
        <p className={styles.text}>{t('payoutRegisters.owner.no_agreements')}</p>
      ) : (
        <MiniTable
          label={t('payoutRegisters.card.agreements')}
          columns={[
            { key: 'method', title: t('payoutRegisters.column.method') },
            { key: 'number', title: t('payoutRegisters.column.agreement') },
            { key: 'nsa', title: t('payoutRegisters.column.last_nsa'), end: true },
          ]}
          rows={owner.agreements.map(({ method, number, last_nsa }) => ({
            key: method,
            cells: [wordOf(t, 'method', method), number, formatNumber(last_nsa, language)],
          }))}
        />
      )}
    </Card>
  )
}

/** Who signs for the owner. */
export function Signers({ owner }: { owner: Owner }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  return (
    <Card
      title={t('payoutRegisters.card.signers')}
      flush={owner.signers.length > 0}
      actions={
        !owner.retired_at && (
          <>
            <CommandButton
              {...SHARED}
              dialog={removeSigner}
              given={{ owner }}
              disabled={owner.signers.length === 0}
              aria-label={t('payoutRegisters.owner.remove_signer.title')}
              icon={<Minus {...ICON} />}
            >
              {t('payoutRegisters.owner.remove_signer.open')}
            </CommandButton>
            <CommandButton
              {...SHARED}
              dialog={addSigner}
              given={{ owner }}
              aria-label={t('payoutRegisters.owner.add_signer.title')}
              icon={<Plus {...ICON} />}
            >
              {t('payoutRegisters.owner.add_signer.open')}
            </CommandButton>
          </>
        )
      }
    >
      {owner.signers.length === 0 ? (
        <p className={styles.text}>{t('payoutRegisters.owner.no_signers')}</p>
      ) : (
        <MiniTable
          label={t('payoutRegisters.card.signers')}
          columns={[
            { key: 'name', title: t('payoutRegisters.column.name'), wide: true },
            { key: 'document', title: 'CPF' },
            { key: 'valid_to', title: t('payoutRegisters.column.valid_to') },
          ]}
          rows={owner.signers.map(({ id, name, document, valid_to, in_force }) => ({
            key: id,
            cells: [
              in_force ? name : t('payoutRegisters.owner.not_in_force', { name }),
              formatDocument(document),
              valid_to ? formatDay(valid_to, language) : t('payoutRegisters.no_end'),
            ],
          }))}
        />
      )}
    </Card>
  )
}
