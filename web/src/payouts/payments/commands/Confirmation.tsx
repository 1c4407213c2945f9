import { BadgeCheck, Barcode, ShieldAlert, UserRoundSearch } from 'lucide-react'
import { useLanguage, useT } from '../../../app/i18n'
import { formatDay } from '../../../kit/format'
import { bankName } from '../../../kit/place/bankName'
import { Banner } from '../../../ui/Banner'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { NameMatch } from '../../payees/NameMatch'
import type { StepProps } from './Destination'
import type { Destination } from './payForm'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** The second step: whose the destination is, as it is known, or as somebody says. */
export function Confirmation({ found, form, errors, put }: StepProps & { found: Destination }) {
  const t = useT('payoutPayments')
  const language = useLanguage()
  if (found.known_by) {
    return (
      <>
        <Banner tone="success" icon={<BadgeCheck {...ICON} />}>
          <strong>
            {found.holder_name} · {found.holder_document}
          </strong>
          <p>
            {found.known_by === 'payment' && found.last_paid_at
              ? t('payoutPayments.pay.known_payment', {
                  count: found.payments,
                  day: formatDay(found.last_paid_at.slice(0, 10), language),
                })
              : t('payoutPayments.pay.known_account')}
          </p>
        </Banner>
        {found.confirmation && <Directory said={found.confirmation} />}
      </>
    )
  }
  return (
    <>
      {found.kind === 'slip' && (
        <Banner tone="info" icon={<Barcode {...ICON} />}>
          {t(found.due_on ? 'payoutPayments.pay.slip' : 'payoutPayments.pay.slip_at_sight', {
            bank: bankName(found.bank_name) ?? found.barcode?.slice(0, 3) ?? '',
            day: found.due_on ? formatDay(found.due_on, language) : '',
          })}
        </Banner>
      )}
      <Banner tone="atention" icon={<UserRoundSearch {...ICON} />}>
        {t(found.kind === 'slip' ? 'payoutPayments.pay.unknown_slip' : 'payoutPayments.pay.unknown')}
      </Banner>
      <Field label={t('payoutPayments.field.holder_name')} error={errors.holder_name} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={form.holder}
            onChange={(event) => put({ holder: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('payoutPayments.field.holder_document')} error={errors.holder_document} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={30}
            autoComplete="off"
            value={form.document}
            onChange={(event) => put({ document: event.target.value })}
          />
        )}
      </Field>
      {found.confirmation && <Directory said={found.confirmation} />}
    </>
  )
}

/** What the directory says of the key, beside who is expected. */
function Directory({ said }: { said: NonNullable<Destination['confirmation']> }) {
  const t = useT('payoutPayments', 'payees')
  return (
    <>
      {said.owner === 'differ' && (
        <Banner tone="error" icon={<ShieldAlert {...ICON} />}>
          <strong>{t('payoutPayments.pay.owner_differs')}</strong>
          <p>{t('payoutPayments.pay.owner_differs_hint')}</p>
        </Banner>
      )}
      <NameMatch found={said} />
    </>
  )
}
