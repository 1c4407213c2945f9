import { useParams } from '@tanstack/react-router'
import { Check, Trash2 } from 'lucide-react'
import { answer, api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { CommandButton, lazyDialog } from '../../../kit/command/CommandButton'
import { formatDocument, formatNumber, formatTime } from '../../../kit/format'
import { StatusWord } from '../../../kit/list/Cell'
import { Facts } from '../../../kit/record/Facts'
import { FilteredLines } from '../../../kit/record/FilteredLines'
import { Loaded } from '../../../kit/record/Loaded'
import { RecordHeader } from '../../../kit/record/RecordHeader'
import { RecordPage } from '../../../kit/record/RecordPage'
import { trailTab } from '../../../kit/record/trailTab'
import { useRecord } from '../../../kit/record/useRecord'
import { Banner } from '../../../ui/Banner'
import { Card } from '../../../ui/Card'
import { MAY_WRITE } from '../payee'
import styles from './ImportPage.module.css'
import { IMPORT_STATUSES, IMPORTS_PATH, type ImportRecord, OUTCOMES, problemWords } from './import'

const acts = lazyDialog(() => import('./acts'))

/** One table of payees: what each row would do. Follows the reading by itself. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'payouts.payee_import',
    id,
    (signal) => body(api.GET('/v1/payouts/payee-imports/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'received' || status === 'receiving',
  )
  return <Loaded query={found}>{(table) => <Record table={table} />}</Loaded>
}

function Record({ table }: { table: ImportRecord }) {
  const t = useT('common', 'kit', 'payees')
  const language = useLanguage()
  const { id, name, status, problem } = table
  const said = status === 'unreadable' ? (problem ?? 'not_a_table') : status
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payees.imports.title'), to: IMPORTS_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={IMPORT_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('payees.imports.sent', { by: table.actor, at: formatTime(table.created_at, language) })}
          actions={<Actions table={table} />}
        />
      }
      situation={
        <div aria-live="polite">
          {said !== 'receiving' && (
            <Banner tone={status === 'unreadable' ? 'error' : status === 'applied' ? 'success' : 'info'}>
              {t(`payees.imports.situation.${said}`)}
            </Banner>
          )}
        </div>
      }
      main={
        <>
          <Card title={t('payees.imports.card.counts')}>
            <Facts
              facts={(['rows', 'added', 'extended', 'known', 'bad'] as const).map((key) => ({
                label: t(`payees.imports.column.${key}`),
                value: formatNumber(table[key], language),
              }))}
            />
          </Card>
          {(status === 'read' || status === 'applied') && table.rows > 0 && <Rows id={id} table={table} />}
        </>
      }
      tabs={[trailTab(t, 'payee-imports', id)]}
    />
  )
}

function Actions({ table: { id, name, status, added, extended } }: { table: ImportRecord }) {
  const t = useT('payees')
  const icon = { size: 18, strokeWidth: 1.75 }
  if (status === 'applied' || status === 'discarded') return null
  const given = { id, name, count: added + extended }
  return (
    <>
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'discard' }}
        permissions={MAY_WRITE}
        variant="secondary"
        icon={<Trash2 {...icon} />}
      >
        {t('payees.imports.discard.open')}
      </CommandButton>
      {status === 'read' && (
        <CommandButton
          dialog={acts}
          given={{ ...given, what: 'apply' }}
          permissions={MAY_WRITE}
          disabled={added + extended === 0}
          icon={<Check {...icon} />}
        >
          {t('payees.imports.apply.open')}
        </CommandButton>
      )}
    </>
  )
}

/** Row by row: what it says, and what would follow. Bad rows come first to the eye: their filter is one press away. */
function Rows({ id, table }: { id: string; table: ImportRecord }) {
  const t = useT('kit', 'payees')
  const language = useLanguage()
  return (
    <FilteredLines
      title={t('payees.imports.card.rows')}
      name={['payouts.payee_import_rows', id, table.status]}
      ask={(query, outcome, signal) =>
        answer(
          api.GET('/v1/payouts/payee-import-rows', {
            params: { query: { import_id: id, ...query, ...(outcome && { outcome }) } },
            signal,
          }),
        )
      }
      kinds={{
        label: t('payees.imports.column.outcome'),
        all: t('payees.imports.all'),
        options: OUTCOMES.map(({ value }) => ({
          value,
          label: t(`payees.imports.outcome.${value as 'add'}`),
        })),
      }}
      nothing={t('payees.imports.nothing')}
      columns={[
        { key: 'number', title: t('payees.imports.column.number'), narrow: true },
        { key: 'name', title: t('payees.imports.column.name') },
        { key: 'document', title: t('payees.imports.column.document') },
        { key: 'destination', title: t('payees.imports.column.destination') },
        { key: 'outcome', title: t('payees.imports.column.outcome') },
      ]}
      row={(row) => ({
        key: String(row.number),
        cells: [
          formatNumber(row.number ?? 0, language),
          row.name ?? '',
          formatDocument(row.document ?? ''),
          row.destination ?? '',
          <span key="outcome" className={styles.outcome}>
            <StatusWord values={OUTCOMES} value={row.outcome} text={{ t, language }} />
            {problemWords(t, row.problem)}
          </span>,
        ],
      })}
    />
  )
}
