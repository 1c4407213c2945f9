import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useCommand } from '../../kit/command/useCommand'
import { formatMoney } from '../../kit/format'
import { Guarded } from '../../kit/Guarded'
import { PageHeader } from '../../kit/PageHeader'
import { JsonView } from '../../kit/record/JsonView'
import { Loaded } from '../../kit/record/Loaded'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
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
      <PageHeader title={t('sdk.title')} subtitle={t('sdk.checkout.subtitle')} tabs={<SdkTabs />} />
      <div className={styles.page}>
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
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const charges = useQuery({
    queryKey: ['sdk', 'charges', account],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges', { params: { query: { status: 'pending', per_page: 20 } }, signal })),
    // The one that is shown here stays when it is paid.
    staleTime: Infinity,
  })
  const [made, setMade] = useState<readonly Waiting[]>([])
  return (
    <Loaded query={charges} level={2}>
      {(found) => (
        <Shown
          // A charge that was just made is the one to look at.
          key={made.length}
          charges={[...made, ...found]}
          publishable={publishable}
          onMade={(charge) => setMade([charge, ...made])}
        />
      )}
    </Loaded>
  )
}

/** Makes a charge of one real to try with. */
function NewCharge({ onMade }: { onMade: (charge: Waiting) => void }) {
  const t = useT('common', 'sdk')
  const { run, pending, failure } = useCommand(
    (input: typeof ONE_REAL, header) =>
      answer(api.POST('/v1/payin/charges', { params: { header }, body: input })),
    onMade,
  )
  if (!may(MAY_CHARGE)) return null
  return (
    <>
      <Button variant="secondary" busy={pending} onClick={() => run(ONE_REAL)}>
        {t('sdk.checkout.make')}
      </Button>
      {failure !== null && (
        <Banner tone="error" role="alert">
          {linesOf(t, failure).join('. ')}
        </Banner>
      )}
    </>
  )
}

const MAY_CHARGE = ['payin::charge:write']
const ONE_REAL = {
  amount: { amount: 100, currency: 'BRL' as const },
  payer: null,
  split: null,
  description: null,
  reference: 'checkout',
  expires_in: 3600,
}

interface Waiting {
  id: string
  amount: Parameters<typeof formatMoney>[0] | null
  reference: string | null
  txid: string | null
}

interface ShownProps {
  charges: readonly Waiting[]
  publishable: string
  onMade: (charge: Waiting) => void
}

function Shown({ charges, publishable, onMade }: ShownProps) {
  const t = useT('sdk')
  const language = useLanguage()
  const [charge, setCharge] = useState(charges[0]?.id ?? '')
  if (!charge) {
    return (
      <Card>
        <EmptyState title={t('sdk.checkout.no_charge')} hint={t('sdk.checkout.no_charge_hint')}>
          <NewCharge onMade={onMade} />
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className={styles.sides}>
      <Card title={t('sdk.checkout.shown')} actions={<NewCharge onMade={onMade} />}>
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
