import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { formatMoney } from '../../kit/format'
import { Guarded } from '../../kit/Guarded'
import { PageHeader } from '../../kit/PageHeader'
import { JsonView } from '../../kit/record/JsonView'
import { Loaded } from '../../kit/record/Loaded'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { useKey } from '../keys/useKey'
import { SdkTabs } from '../SdkTabs'
import { SDK_PATH, SEE_SDK } from '../sdk'
import { Checkout } from './Checkout'
import styles from './TryCheckout.module.css'

/** Tries the checkout with a charge that waits, and shows what to put into a page for it. */
export function TryCheckout() {
  const t = useT('kit', 'sdk')
  const key = useKey()
  return (
    <Guarded permissions={SEE_SDK}>
      <PageHeader title={t('sdk.title')} subtitle={t('sdk.checkout.subtitle')} />
      <div className={styles.page}>
        <SdkTabs />
        <Loaded query={key} level={2}>
          {(found) => (found.key ? <Try publishable={found.key} /> : <NoKey />)}
        </Loaded>
      </div>
    </Guarded>
  )
}

function NoKey() {
  const t = useT('sdk')
  return (
    <Card>
      <EmptyState title={t('sdk.checkout.no_key')} hint={t('sdk.checkout.no_key_hint')}>
        <Link to={SDK_PATH}>{t('sdk.tab.keys')}</Link>
      </EmptyState>
    </Card>
  )
}

function Try({ publishable }: { publishable: string }) {
  const t = useT('sdk')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const charges = useQuery({
    queryKey: ['sdk', 'charges', account],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/payments', { params: { query: { status: 'pending', per_page: 20 } }, signal })),
    // The one that is shown here stays when it is paid.
    staleTime: Infinity,
  })
  return (
    <Loaded query={charges} level={2}>
      {(found) =>
        found.length ? (
          <Shown charges={found} publishable={publishable} />
        ) : (
          <Card>
            <EmptyState title={t('sdk.checkout.no_charge')} hint={t('sdk.checkout.no_charge_hint')}>
              <Link to="/dashboard/payin/payments/list">{t('sdk.checkout.to_charges')}</Link>
            </EmptyState>
          </Card>
        )
      }
    </Loaded>
  )
}

interface Waiting {
  id: string
  amount: Parameters<typeof formatMoney>[0] | null
  reference: string | null
  txid: string | null
}

function Shown({ charges, publishable }: { charges: readonly Waiting[]; publishable: string }) {
  const t = useT('sdk')
  const language = useLanguage()
  const [charge, setCharge] = useState(charges[0]?.id ?? '')
  return (
    <div className={styles.sides}>
      <Card title={t('sdk.checkout.shown')}>
        <div className={styles.stack}>
          <Field label={t('sdk.checkout.charge')}>
            {(control) => (
              <Select
                id={control.id}
                options={charges.map(({ id, amount, reference, txid }) => ({
                  value: id,
                  label: [amount && formatMoney(amount, language), reference ?? txid]
                    .filter(Boolean)
                    .join(' · '),
                }))}
                value={charge}
                onChange={setCharge}
              />
            )}
          </Field>
          <Checkout charge={charge} publishable={publishable} language={language} />
        </div>
      </Card>
      <Card title={t('sdk.checkout.code')}>
        <div className={styles.stack}>
          <p className={styles.text}>{t('sdk.checkout.code_text')}</p>
          <JsonView value={snippet(charge, publishable, language)} label={t('sdk.checkout.html')} />
          <JsonView value={THEME} label={t('sdk.checkout.css')} />
          <p className={styles.text}>{t('sdk.checkout.policy')}</p>
          <JsonView value={policy()} label={t('sdk.checkout.csp')} />
        </div>
      </Card>
    </div>
  )
}

const snippet = (charge: string, publishable: string, language: string) =>
  `<script type="module" src="${location.origin}/checkout.js"></script>

<retaguarda-checkout
  charge="${charge}"
  publishable-key="${publishable}"
  lang="${language}"></retaguarda-checkout>`

const THEME = `retaguarda-checkout {
  --retaguarda-accent: #3200dc;
  --retaguarda-color: #1a1a24;
  --retaguarda-background: #ffffff;
  --retaguarda-radius: 12px;
}`

const policy = () => `script-src ${location.origin}; connect-src ${location.origin}`
