import { Link } from '@tanstack/react-router'
import { FileUp, Play, Plus } from 'lucide-react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { buttonClass } from '../ui/Button'
import { FILES_PATH, MAY_ADJUST, MAY_WRITE } from './conciliation'
import { Learned } from './Learned'
import { ACCOUNTS, ADJUSTMENTS, DAYS, EXCEPTIONS, FILES, LINES, RULES } from './list'
import { StatementUpload } from './StatementUpload'
import { StatementTabs } from './Tabs'

const run = lazyDialog(() => import('./acts/RunLadder'))
const addAccount = lazyDialog(() => import('./acts/AddAccount'))
const writeRule = lazyDialog(() => import('./acts/WriteRule'))
const ask = lazyDialog(() => import('./acts/AskAdjustment'))
const ICON = { size: 18, strokeWidth: 1.75 }

function RunButton() {
  const t = useT('conciliation')
  return (
    <CommandButton
      dialog={run}
      given={{}}
      permissions={MAY_WRITE}
      anyMerchant
      variant="secondary"
      icon={<Play {...ICON} />}
    >
      {t('conciliation.run.open')}
    </CommandButton>
  )
}

/** What banks say, line by line, and what became of each. */
export function LinesList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={LINES}
      tabs={<StatementTabs />}
      title={t('conciliation.title.lines')}
      actions={
        <>
          <RunButton />
          {may(MAY_WRITE) && (
            <Link to={FILES_PATH} className={buttonClass('primary')}>
              <FileUp {...ICON} aria-hidden />
              {t('conciliation.upload.open')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** The files that banks sent; they are dropped here. */
export function FilesList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={FILES}
      tabs={<StatementTabs />}
      title={t('conciliation.title.files')}
      Summary={StatementUpload}
    />
  )
}

/** What no rule explains. */
export function ExceptionsList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={EXCEPTIONS}
      tabs={<StatementTabs />}
      title={t('conciliation.title.exceptions')}
      actions={<RunButton />}
    />
  )
}

/** By how much a line may differ, and what its text stands for. */
export function RulesList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={RULES}
      tabs={<StatementTabs />}
      title={t('conciliation.title.rules')}
      Summary={Learned}
      actions={
        <CommandButton
          dialog={writeRule}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus {...ICON} />}
        >
          {t('conciliation.write_rule.open')}
        </CommandButton>
      }
    />
  )
}

/** Accounts of ours at banks. */
export function AccountsList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={ACCOUNTS}
      tabs={<StatementTabs />}
      title={t('conciliation.title.accounts')}
      actions={
        <CommandButton
          dialog={addAccount}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus {...ICON} />}
        >
          {t('conciliation.add_account.open')}
        </CommandButton>
      }
    />
  )
}

/** Bank and ledger, day by day. */
export function DaysList() {
  const t = useT('kit', 'conciliation')
  return <ResourceList list={DAYS} title={t('conciliation.title.days')} actions={<RunButton />} />
}

/** What was credited to merchants or taken from them beside payments. */
export function AdjustmentsList() {
  const t = useT('kit', 'conciliation')
  return (
    <ResourceList
      list={ADJUSTMENTS}
      title={t('conciliation.title.adjustments')}
      actions={
        <CommandButton dialog={ask} given={{}} permissions={MAY_ADJUST} anyMerchant icon={<Plus {...ICON} />}>
          {t('conciliation.ask.open')}
        </CommandButton>
      }
    />
  )
}
