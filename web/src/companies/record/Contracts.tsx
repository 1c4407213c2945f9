import { Plus, Trash2, X } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readAgain } from '../../kit/command/subjects'
import { AddFile, AS_BODY, Files } from '../../kit/files/Files'
import { formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Card } from '../../ui/Card'
import { CONTRACT_STATUSES, type CompanyRecord, type Contract, MAY_WRITE } from '../companies'
import styles from './record.module.css'

const acts = lazyDialog(() => import('../commands/acts'))
const ofContract = lazyDialog(async () => ({ default: (await import('../commands/acts')).ContractActs }))
const ofFile = lazyDialog(async () => ({ default: (await import('../commands/acts')).ContractFileActs }))
const shared = { permissions: MAY_WRITE, anyMerchant: true, size: 'small' } as const

/** What was agreed with it, until when that holds, and the papers. */
export function Contracts({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  return (
    <Card
      title={t('companies.card.contracts')}
      actions={
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ company, what: 'contract' }}
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('companies.contract.open')}
        </CommandButton>
      }
    >
      {company.contracts.length === 0 && <p className={styles.quiet}>{t('companies.none.contracts')}</p>}
      <ul className={styles.contracts} aria-label={t('companies.card.contracts')}>
        {company.contracts.map((contract) => (
          <One key={contract.id} company={company} contract={contract} />
        ))}
      </ul>
    </Card>
  )
}

function One({ company, contract }: { company: CompanyRecord; contract: Contract }) {
  const t = useT('kit', 'companies')
  const language = useLanguage()
  const { name, status, valid_from, valid_to, ended_on, end_reason, created_by } = contract
  const last = ended_on ?? valid_to
  const from = formatDay(valid_from, language)
  const days = last
    ? t('companies.contract.days', { from, to: formatDay(last, language) })
    : t('companies.contract.since', { from })
  return (
    <li className={styles.contract}>
      <div className={styles.agreed}>
        <p className={styles.title}>{name}</p>
        <StatusWord values={CONTRACT_STATUSES} value={status} text={{ t, language }} />
      </div>
      <p className={styles.quiet}>{[days, end_reason, created_by].filter(Boolean).join(' · ')}</p>
      <Papers company={company} contract={contract} />
    </li>
  )
}

function Papers({ company, contract }: { company: CompanyRecord; contract: Contract }) {
  const t = useT('kit', 'companies')
  const path = { id: String(company.id), contract: contract.id }
  const open = contract.status !== 'ended' && may(MAY_WRITE)
  const attach = async (file: File) => {
    await answer(
      api.POST('/v1/companies/{id}/contracts/{contract}/files', {
        params: { path, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readAgain('companies:contract:remove_file')
  }
  return (
    <>
      <Files
        label={t('companies.contract.files', { name: contract.name })}
        files={contract.files}
        take={({ id: file }) =>
          answer(
            api.GET('/v1/companies/{id}/contracts/{contract}/files/{file}', {
              params: { path: { ...path, file } },
              parseAs: 'blob',
            }),
          )
        }
        renderRemoval={(file) =>
          open && (
            <CommandButton
              {...shared}
              dialog={ofFile}
              given={{ company, contract, file, what: 'remove' }}
              variant="ghost"
              aria-label={t('kit.files.remove', { name: file.name })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
            >
              {t('companies.contract_file.remove')}
            </CommandButton>
          )
        }
      />
      {open && (
        <div className={styles.acts}>
          <AddFile send={attach} />
          <CommandButton
            {...shared}
            dialog={ofContract}
            given={{ company, contract, what: 'end' }}
            variant="ghost"
            icon={<X size={16} strokeWidth={1.75} />}
          >
            {t('companies.end_contract.open')}
          </CommandButton>
        </div>
      )}
    </>
  )
}
