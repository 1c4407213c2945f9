import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NavTabs } from '../../ui/NavTabs'
import { AGREEMENTS_PATH, BANKS_PATH, MAY_BANK, MAY_TRADE, RATES_PATH, TAX_RULES_PATH } from '../exchange'
import { AGREEMENTS, BANKS, RATES, TAX_RULES } from './lists'

const load = () => import('./commands/additions')
const addBank = lazyAct(load, 'bank')
const importRates = lazyAct(load, 'rates')
const addRule = lazyAct(load, 'rule')
const writeAgreement = lazyAct(load, 'agreement')
const ICON = <Plus size={18} strokeWidth={1.75} />

/** The banks, and what prices are made of. */
function BankTabs() {
  const t = useT('exchange')
  return (
    <NavTabs
      label={t('exchange.banks.tabs')}
      tabs={[
        { to: BANKS_PATH, label: t('exchange.banks.title') },
        { to: RATES_PATH, label: t('exchange.rates.title') },
        { to: TAX_RULES_PATH, label: t('exchange.tax_rules.title') },
        { to: AGREEMENTS_PATH, label: t('exchange.agreements.title') },
      ]}
    />
  )
}

/** Banks of the exchange. */
export function BanksList() {
  const t = useT('kit', 'exchange')
  return (
    <ResourceList
      list={BANKS}
      title={t('exchange.banks.title')}
      caption={t('exchange.banks.caption')}
      tabs={<BankTabs />}
      actions={
        <CommandButton dialog={addBank} given={{}} permissions={MAY_BANK} anyMerchant icon={ICON}>
          {t('exchange.add_bank.open')}
        </CommandButton>
      }
    />
  )
}

/** Reference rates. */
export function RatesList() {
  const t = useT('kit', 'exchange')
  return (
    <ResourceList
      list={RATES}
      title={t('exchange.rates.title')}
      caption={t('exchange.rates.caption')}
      tabs={<BankTabs />}
      actions={
        <CommandButton dialog={importRates} given={{}} permissions={MAY_BANK} anyMerchant icon={ICON}>
          {t('exchange.import_rates.open')}
        </CommandButton>
      }
    />
  )
}

/** Rules of the tax on exchange. */
export function TaxRulesList() {
  const t = useT('kit', 'exchange')
  return (
    <ResourceList
      list={TAX_RULES}
      title={t('exchange.tax_rules.title')}
      caption={t('exchange.tax_rules.caption')}
      tabs={<BankTabs />}
      actions={
        <CommandButton dialog={addRule} given={{}} permissions={MAY_BANK} anyMerchant icon={ICON}>
          {t('exchange.add_rule.open')}
        </CommandButton>
      }
    />
  )
}

/** Agreements with merchants. */
export function AgreementsList() {
  const t = useT('kit', 'exchange')
  return (
    <ResourceList
      list={AGREEMENTS}
      title={t('exchange.agreements.title')}
      caption={t('exchange.agreements.caption')}
      tabs={<BankTabs />}
      actions={
        <CommandButton dialog={writeAgreement} given={{}} permissions={MAY_TRADE} icon={ICON}>
          {t('exchange.write_agreement.open')}
        </CommandButton>
      }
    />
  )
}
