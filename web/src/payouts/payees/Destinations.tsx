import { Ban, Check, X } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { bankName } from '../../kit/place/bankName'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { NameMatch } from './NameMatch'
import styles from './NameMatch.module.css'
import { DESTINATION_STATES, type Destination, MAY_WRITE, type PayeeRecord, wordOf } from './payee'

const acts = lazyDialog(() => import('./commands/destinationActs'))

/** "Cooperativa Vale · 0001 / ***6678", or the key; both masked. */
export const shownPlace = ({ kind, bank_name, branch, number, pix_key }: Destination): string =>
  kind === 'key' ? formatDocument(pix_key ?? '—') : `${bankName(bank_name) ?? '—'} · ${branch} / ${number}`

/** Where a payee is paid: one card each, the newest first. */
export function Destinations({ payee }: { payee: PayeeRecord }) {
  return payee.places.map((place) => <DestinationCard key={place.id} payee={payee} place={place} />)
}

function DestinationCard({ payee, place }: { payee: PayeeRecord; place: Destination }) {
  const t = useT('payees')
  const language = useLanguage()
  const over = place.state === 'refused' || place.state === 'retired'
  return (
    <Card
      title={
        <>
          {shownPlace(place)}{' '}
          <StatusWord values={DESTINATION_STATES} value={place.state} text={{ t, language }} />
        </>
      }
      actions={!over && payee.status !== 'blocked' && <Acts payee={payee} place={place} />}
    >
      {place.confirmation && !over && <NameMatch found={place.confirmation} />}
      <div className={cx(place.confirmation && !over && styles.place)}>
        <Facts
          facts={[
            {
              label: t('payees.place.kind'),
              value: wordOf(t, 'place_kind', place.pix_key_kind ?? place.kind),
            },
            { label: t('payees.place.added'), value: <DateTime at={place.created_at} /> },
            ...(place.usable_from && !over
              ? [
                  {
                    label: t(
                      place.state === 'trusted' ? 'payees.place.trusted_since' : 'payees.place.usable_from',
                    ),
                    value: formatTime(place.usable_from, language),
                  },
                  { label: t('payees.place.trusted_by'), value: place.trusted_by },
                ]
              : []),
            ...(place.reason ? [{ label: t('payees.place.reason'), value: place.reason, wide: true }] : []),
            {
              label: t('payees.place.paid'),
              value: place.paid ? (
                <>
                  <Money value={place.paid} /> · {t('payees.place.times', { count: place.paid_count })}
                </>
              ) : (
                t('payees.place.never')
              ),
            },
            ...(place.last_paid_at
              ? [{ label: t('payees.place.last_paid'), value: <DateTime at={place.last_paid_at} /> }]
              : []),
            ...(place.owner_changed_at
              ? [{ label: t('payees.place.owner_changed'), value: <DateTime at={place.owner_changed_at} /> }]
              : []),
            ...(place.shared_with
              ? [
                  {
                    label: t('payees.place.shared'),
                    value: t('payees.place.merchants', { count: place.shared_with }),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  )
}

function Acts({ payee, place }: { payee: PayeeRecord; place: Destination }) {
  const t = useT('payees')
  const icon = { size: 18, strokeWidth: 1.75 }
  const given = { id: place.id, name: payee.name, place: shownPlace(place), hours: payee.cooling_off_hours }
  const shared = { dialog: acts, permissions: MAY_WRITE, variant: 'secondary' } as const
  return (
    <>
      {place.state === 'new' && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'trust' }}
          disabled={place.confirmation?.owner === 'differ'}
          icon={<Check {...icon} />}
        >
          {t('payees.trust.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} given={{ ...given, what: 'refuse' }} icon={<X {...icon} />}>
        {t('payees.refuse.open')}
      </CommandButton>
      <CommandButton {...shared} given={{ ...given, what: 'retire' }} icon={<Ban {...icon} />}>
        {t('payees.retire.open')}
      </CommandButton>
    </>
  )
}
