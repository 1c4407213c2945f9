import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { DatePicker } from '../../kit/date/DatePicker'
import { formatDay, formatDocument, formatShare } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import {
  type Attribute,
  dayOfMoment,
  knownOn,
  MAY_WRITE,
  MERCHANTS_PATH,
  type Merchant,
  STATES,
  valueText,
} from './bacen'

const acts = lazyDialog(() => import('./acts'))

/** One merchant and its partners: what is known, and what was known on any day. */
export function MerchantRecord() {
  const { id = '' } = useParams({ strict: false })
  const merchant = useRecord(
    'bacen.merchants',
    id,
    (signal) => body(api.GET('/v1/bacen/merchants/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={merchant}>{(found) => <Found merchant={found} />}</Loaded>
}

function Found({ merchant }: { merchant: Merchant }) {
  const t = useT('kit', 'bacen')
  const language = useLanguage()
  const [day, setDay] = useState<string | null>(null)
  const [valid, setValid] = useState<string | null>(null)
  const shown = knownOn(merchant.attributes, day, valid)
  const asked = { day: day ? formatDay(day, language) : '', valid: valid ? formatDay(valid, language) : '' }
  const title = day
    ? t(valid ? 'bacen.record.known_valid' : 'bacen.record.known_on', asked)
    : t(valid ? 'bacen.record.valid_on' : 'bacen.record.known', asked)
  const waiting = merchant.attributes.filter(
    ({ state, known_to }) => state === 'proposed' && known_to === null,
  )
  const nameOf = (document: string) =>
    document === merchant.document
      ? merchant.name
      : (merchant.partners.find((each) => each.document === document)?.name ?? formatDocument(document))
  const rows = (attributes: readonly Attribute[]) =>
    attributes.map((each) => ({
      key: each.id,
      cells: [
        nameOf(each.subject),
        t(`bacen.attribute.${each.attribute}`),
        valueText(t, language, each.attribute, each.value),
        each.valid_to
          ? `${formatDay(each.valid_from, language)} – ${formatDay(each.valid_to, language)}`
          : t('bacen.since', { day: formatDay(each.valid_from, language) }),
        `${t(`bacen.source.${each.source}`)}, ${each.source_ref}`,
        <DateTime key="known" at={each.known_from} />,
      ],
    }))
  const columns = [
    { key: 'subject', title: t('bacen.column.subject') },
    { key: 'attribute', title: t('bacen.column.attribute') },
    { key: 'value', title: t('bacen.column.value') },
    { key: 'valid', title: t('bacen.column.valid') },
    { key: 'source', title: t('bacen.column.source') },
    { key: 'known', title: t('bacen.column.known_from') },
  ]
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('bacen.title'), to: MERCHANTS_PATH }, { label: merchant.name }]}
          title={merchant.name}
          status={null}
          subtitle={[merchant.legal_name, formatDocument(merchant.document)].join(' · ')}
          actions={
            <CommandButton
              dialog={acts}
              given={{
                what: 'set',
                id: String(merchant.id),
                name: merchant.name,
                partners: merchant.partners.map(({ document, name }) => ({ value: document, label: name })),
              }}
              permissions={MAY_WRITE}
              anyMerchant
            >
              {t('bacen.acts.set')}
            </CommandButton>
          }
        />
      }
      situation={waiting.map((each) => (
        <Banner
          key={each.id}
          tone="awaiting"
          action={
            !each.mine && (
              <CommandButton
                dialog={acts}
                given={{ what: 'confirm', id: each.id, name: merchant.name }}
                permissions={MAY_WRITE}
                anyMerchant
                variant="secondary"
              >
                {t('bacen.acts.confirm')}
              </CommandButton>
            )
          }
        >
          {t('bacen.record.proposed', {
            attribute: t(`bacen.attribute.${each.attribute}`),
            value: valueText(t, language, each.attribute, each.value),
            person: each.set_by,
          })}
        </Banner>
      ))}
      main={
        <>
          <Card
            flush={shown.length > 0}
            title={title}
            actions={
              <>
                <DatePicker label={t('bacen.record.day')} value={day} optional onChange={setDay} />
                <DatePicker label={t('bacen.record.valid_day')} value={valid} optional onChange={setValid} />
              </>
            }
          >
            {shown.length === 0 ? (
              <p>{t('bacen.record.nothing')}</p>
            ) : (
              <MiniTable label={t('bacen.record.known')} columns={columns} rows={rows(shown)} />
            )}
          </Card>
          <Card title={t('bacen.record.history')} flush={merchant.attributes.length > 0}>
            {merchant.attributes.length === 0 ? (
              <p>{t('bacen.record.nothing')}</p>
            ) : (
              <MiniTable
                label={t('bacen.record.history')}
                columns={[...columns, { key: 'state', title: t('bacen.column.state') }]}
                rows={rows(merchant.attributes).map((row, place) => {
                  const each = merchant.attributes[place]
                  return {
                    key: row.key,
                    cells: [
                      ...row.cells,
                      each?.known_to && each.state === 'known' ? (
                        t('bacen.record.until', { day: formatDay(dayOfMoment(each.known_to), language) })
                      ) : (
                        <StatusWord
                          key="state"
                          values={STATES}
                          value={each?.state ?? ''}
                          text={{ t, language }}
                        />
                      ),
                    ],
                  }
                })}
              />
            )}
          </Card>
          <Card title={t('bacen.tab.partners')}>
            {merchant.partners.length === 0 ? (
              <p>{t('bacen.record.no_partners')}</p>
            ) : (
              <Facts
                facts={merchant.partners.map(({ name, share, pep_type }) => ({
                  label: name,
                  value: [
                    share === null ? '' : formatShare(share / 100, language),
                    pep_type ? t(`bacen.pep.${pep_type}`) : '',
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  wide: true,
                }))}
              />
            )}
          </Card>
        </>
      }
      raw={merchant}
    />
  )
}
