import { Link, useParams } from '@tanstack/react-router'
import { Check, Copy, Link2, Unlink } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText, useCopy } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { CHARGE_STATUSES } from '../../kit/statuses'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LOCATIONS_PATH, MAY_CHARGE, recordPath, wordOf } from '../charge'
import { outageWords } from '../outage'
import codeStyles from '../record/PixCode.module.css'
import { isMoving, LOCATION_STATUSES, type LocationRecord } from './location'

const act = lazyDialog(() => import('./LocationDialog'))

/** One payload location: the code that leads there, and the charge that is found. */
export function LocationPage() {
  const { id = '' } = useParams({ strict: false })
  const location = useRecord(
    'payin.location',
    id,
    (signal) => body(api.GET('/v1/payin/locations/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={location}>{(found) => <Record location={found} />}</Loaded>
}

function Record({ location }: { location: LocationRecord }) {
  const t = useT('kit', 'payin', 'locations')
  const language = useLanguage()
  const { name, status, charge, last_error } = location
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('locations.title'), to: LOCATIONS_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={LOCATION_STATUSES} value={status} text={{ t, language }} />}
          actions={<Actions location={location} />}
        />
      }
      main={
        <>
          {last_error && (
            <Banner tone="atention">{t('locations.refused', { reason: outageWords(t, last_error) })}</Banner>
          )}
          <Card title={t('locations.card')}>
            <Facts
              facts={[
                { label: t('locations.kind'), value: wordOf(t, 'kind', location.kind) },
                { label: t('locations.number'), value: location.number },
                { label: t('payin.column.processor'), value: location.processor },
                {
                  label: t('payin.column.created_at'),
                  value: <DateTime at={location.created_at} year="always" />,
                },
                {
                  label: t('locations.location'),
                  value: location.location && <CopyText text={location.location} />,
                  wide: true,
                },
              ]}
            />
          </Card>
          {charge && (
            <Card title={t('locations.charge')}>
              <Facts
                facts={[
                  {
                    label: t('payin.column.txid'),
                    value: <Link to={recordPath(charge.id)}>{charge.txid}</Link>,
                    wide: true,
                  },
                  { label: t('payin.column.amount'), value: <Money value={charge.amount} /> },
                  {
                    label: t('payin.column.status'),
                    value: (
                      <StatusWord values={CHARGE_STATUSES} value={charge.status} text={{ t, language }} />
                    ),
                  },
                  { label: t('payin.column.payer_name'), value: charge.payer_name },
                ]}
              />
            </Card>
          )}
        </>
      }
      side={location.picture && <Picture location={location} />}
      sideFirst
      tabs={[trailTab(t, 'locations', location.id)]}
      raw={location}
    />
  )
}

function Actions({ location: { id, status, kind } }: { location: LocationRecord }) {
  const t = useT('kit', 'locations')
  const given =
    status === 'free'
      ? ({ what: 'link', icon: <Link2 size={18} strokeWidth={1.75} /> } as const)
      : status === 'linked'
        ? ({ what: 'unlink', icon: <Unlink size={18} strokeWidth={1.75} /> } as const)
        : null
  if (!given) return null
  const { what, icon } = given
  return (
    <CommandButton
      dialog={act}
      given={{ what, id, kind }}
      permissions={MAY_CHARGE}
      variant={what === 'link' ? 'primary' : 'secondary'}
      icon={icon}
    >
      {t(`locations.${what}.open`)}
    </CommandButton>
  )
}

function Picture({ location: { picture, br_code } }: { location: LocationRecord }) {
  const t = useT('common', 'payin', 'locations')
  const { copied, copy } = useCopy()
  return (
    <Card title={t('payin.card.code')}>
      <div className={codeStyles.code}>
        <div className={codeStyles.picture}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(picture ?? '')}`}
            alt={t('locations.alt')}
            width={200}
            height={200}
          />
        </div>
        <Button
          wide
          variant="secondary"
          icon={copied ? <Check size={18} strokeWidth={1.75} /> : <Copy size={18} strokeWidth={1.75} />}
          onClick={() => br_code && copy(br_code)}
        >
          {copied ? t('common.action.copied') : t('payin.code.copy')}
        </Button>
      </div>
    </Card>
  )
}
