import { useParams } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, FilePlus2, GitCompareArrows, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import styles from '../exchange.module.css'
import { Differences } from './Differences'
import {
  C220_PATH,
  type Filing,
  type FilingComparison,
  type FilingWorkbench,
  MAY_FILE,
  REQUEST_STATES,
  requestPath,
  wordOf,
} from './request'

const acts = lazyDialog(() => import('./commands/acts'))
const compare = lazyDialog(() => import('./commands/Compare'))
const register = lazyDialog(() => import('./commands/Register'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** A filed document made again as it was, and whose act changed which cell since. */
export function WorkbenchPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'exchange.c220_workbench',
    id,
    (signal) => body(api.GET('/v1/exchange/c220/{id}/workbench', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={found}>{(workbench) => <Workbench workbench={workbench} />}</Loaded>
}

function Workbench({ workbench }: { workbench: FilingWorkbench }) {
  const t = useT('common', 'kit', 'filings')
  const language = useLanguage()
  const { request, versions, comparisons } = workbench
  const [chosen, setVersion] = useState<number | null>(null)
  const version = chosen ?? request.version
  const own = comparisons.filter((each) => each.version === version)
  const [newest, ...earlier] = own
  const document = wordOf(t, 'document', request.layout)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('filings.title'), to: C220_PATH },
            { label: request.number, to: requestPath(request.id) },
            { label: t('filings.workbench.crumb') },
          ]}
          title={t('filings.workbench.title', { number: request.number })}
          status={<StatusWord values={REQUEST_STATES} value={request.state} text={{ t, language }} />}
          subtitle={t('filings.workbench.subtitle', { document, version })}
          actions={
            version > 0 && (
              <CommandButton
                dialog={compare}
                given={{ request, version }}
                permissions={MAY_FILE}
                anyMerchant
                icon={<GitCompareArrows {...ICON} />}
              >
                {t('filings.compare.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={
        newest ? (
          <Situation comparison={newest} />
        ) : (
          <Banner tone="info" icon={<CircleAlert {...ICON} />}>
            {version > 0 ? t('filings.workbench.none', { version }) : t('common.filing_has_no_file')}
          </Banner>
        )
      }
      main={
        newest && (
          <>
            <Differences key={newest.id} comparison={newest} />
            <Earlier comparisons={earlier} />
          </>
        )
      }
      side={
        <>
          {newest && <Result comparison={newest} />}
          {versions.length > 1 && (
            <Card title={t('filings.card.versions')}>
              <Field label={t('filings.workbench.version')}>
                {(given) => (
                  <Select
                    id={given.id}
                    options={versions.map((each) => ({
                      value: String(each.version),
                      label: `${each.version} · ${each.sha256.slice(0, 12)}`,
                    }))}
                    value={String(version)}
                    onChange={(value) => setVersion(Number(value))}
                  />
                )}
              </Field>
            </Card>
          )}
          <Rectify request={request} />
        </>
      }
      raw={workbench}
    />
  )
}

/** What a person should know first: whether the file stands, and whether somebody went around the house. */
function Situation({ comparison }: { comparison: FilingComparison }) {
  const t = useT('filings')
  const same = comparison.sha256 === comparison.sha256_again
  return (
    <div className={styles.side}>
      <Banner
        tone={same ? 'success' : 'error'}
        icon={same ? <CircleCheck {...ICON} /> : <CircleAlert {...ICON} />}
      >
        {t(same ? 'filings.workbench.same' : 'filings.workbench.differs')}
      </Banner>
      {comparison.without_act > 0 && (
        <Banner tone="error" icon={<CircleAlert {...ICON} />}>
          {t('filings.workbench.without_act', { count: comparison.without_act })}
        </Banner>
      )}
    </div>
  )
}

function Result({ comparison }: { comparison: FilingComparison }) {
  const t = useT('filings')
  const language = useLanguage()
  const { sha256, sha256_again, rows, rows_now, differences, without_act, created_at, created_by } =
    comparison
  const hash = (value: string) => <code className={styles.hash}>{value}</code>
  return (
    <Card title={t('filings.workbench.result')}>
      <Facts
        facts={[
          { label: t('filings.workbench.differences'), value: formatNumber(differences, language) },
          { label: t('filings.workbench.without_act_label'), value: formatNumber(without_act, language) },
          { label: t('filings.workbench.rows'), value: formatNumber(rows, language) },
          { label: t('filings.workbench.rows_now'), value: formatNumber(rows_now, language) },
          { label: t('filings.workbench.at'), value: <DateTime at={created_at} year="always" /> },
          { label: t('filings.workbench.by'), value: created_by },
          { label: t('filings.workbench.filed'), value: hash(sha256), wide: true },
          { label: t('filings.workbench.again'), value: hash(sha256_again), wide: true },
        ]}
      />
    </Card>
  )
}

function Earlier({ comparisons }: { comparisons: readonly FilingComparison[] }) {
  const t = useT('filings')
  const language = useLanguage()
  if (comparisons.length === 0) return null
  return (
    <Card title={t('filings.workbench.history')} flush>
      <MiniTable
        label={t('filings.workbench.history')}
        columns={[
          { key: 'at', title: t('filings.workbench.at') },
          { key: 'by', title: t('filings.workbench.by'), wide: true },
          { key: 'differences', title: t('filings.workbench.differences'), end: true },
          { key: 'without', title: t('filings.workbench.without_act_label'), end: true },
        ]}
        rows={comparisons.map((each) => ({
          key: each.id,
          cells: [
            <DateTime key="at" at={each.created_at} year="always" />,
            each.created_by,
            formatNumber(each.differences, language),
            formatNumber(each.without_act, language),
          ],
        }))}
      />
    </Card>
  )
}

/** How what was filed wrong is filed right. */
function Rectify({ request }: { request: Filing }) {
  const t = useT('filings')
  const { state } = request
  if (!['delivered', 'accepted', 'rejected'].includes(state)) return null
  return (
    <Card title={t('filings.workbench.rectify')}>
      <div className={styles.side}>
        <p className={styles.text}>
          {t(
            state === 'rejected'
              ? 'filings.workbench.rectify_rejected'
              : 'filings.workbench.rectify_accepted',
          )}
        </p>
        {state === 'rejected' ? (
          <CommandButton
            dialog={acts}
            given={{ request, what: 'generate' }}
            permissions={MAY_FILE}
            anyMerchant
            variant="secondary"
            icon={<FilePlus2 {...ICON} />}
          >
            {t('filings.generate.open')}
          </CommandButton>
        ) : (
          <CommandButton
            dialog={register}
            given={{ like: request }}
            permissions={MAY_FILE}
            anyMerchant
            variant="secondary"
            icon={<Plus {...ICON} />}
          >
            {t('filings.workbench.register')}
          </CommandButton>
        )}
      </div>
    </Card>
  )
}
