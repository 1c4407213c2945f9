import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { NoAccess } from '../PldTabs'
import {
  COAF_PATH,
  COMMUNICATION_STATUSES,
  type Communication,
  casePath,
  coafName,
  FILES_PATH,
  MAY_CASES,
  MAY_SEND,
  SEE_COAF,
  wordOf,
} from '../pld'
import styles from '../pld.module.css'

const acts = lazyDialog(() => import('./coafActs'))
const edit = lazyDialog(() => import('./EditCommunication'), { size: 'medium' })

/** The act that carries a communication on comes last and is the strong one. */
const ACTS = {
  draft: ['cancel', 'check'],
  checked: ['rewrite'],
  approved: ['rewrite'],
  exported: [],
  sent: [],
  receipted: ['cancel', 'rectify'],
  refused: ['rewrite'],
  rectified: ['cancel', 'rectify'],
  cancelled: [],
} as const

/** One communication to COAF: what it says, what the layout refuses of it, and its receipt. */
export function CommunicationPage() {
  return may(SEE_COAF) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const record = useRecord(
    'pld.communications',
    id,
    (signal) => body(api.GET('/v1/pld-engine/communications/{id}', { params: { path: { id } }, signal })),
    ({ communication }) => communication.status === 'sent',
  )
  return <Loaded query={record}>{(found) => <Found record={found} />}</Loaded>
}

function Found({ record }: { record: Communication }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const { communication: told } = record
  // A text is never empty: without one, the key that it is sealed under is gone.
  const readable = told.detail !== ''
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pld.communications.title'), to: COAF_PATH }, { label: coafName(told.number) }]}
          title={t('pld.communication.of', { name: record.subject })}
          status={<StatusWord values={COMMUNICATION_STATUSES} value={told.status} text={{ t, language }} />}
          subtitle={[
            coafName(told.number),
            wordOf(t, 'file_kind', told.intent),
            t('pld.rule.codes', { codes: told.codes.join(', ') }),
          ].join(' · ')}
          actions={readable && <CommunicationActions record={record} />}
        />
      }
      situation={
        <>
          {!readable && <Banner tone="awaiting">{t('pld.communication.unreadable')}</Banner>}
          {told.status === 'refused' && (
            <Banner tone="error">
              {t('pld.communication.refused', { code: told.refusal_code ?? '', text: told.refusal ?? '' })}
            </Banner>
          )}
          {record.days_left !== null && record.days_left < 0 && (
            <Banner tone="error">{t('pld.communication.overdue', { count: -record.days_left })}</Banner>
          )}
          {(told.status === 'approved' || told.status === 'exported' || told.status === 'sent') && (
            <Banner tone="info">
              {t(`pld.communication.next_${told.status}`)} <Link to={FILES_PATH}>{t('pld.files.title')}</Link>
            </Banner>
          )}
          {told.status === 'checked' && !record.may_approve && (
            <Banner tone="info">{t('pld.communication.own')}</Banner>
          )}
          {record.uncertain.length > 0 && !told.unconfirmed_by && (
            <Banner tone="awaiting">
              {t('pld.communication.uncertain', { codes: record.uncertain.join(', ') })}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <Card title={t('pld.communication.facts')}>
            <Facts
              facts={[
                {
                  label: t('pld.communication.period'),
                  value: `${formatDay(told.first_on, language)} – ${formatDay(told.last_on, language)}`,
                },
                { label: t('pld.column.credit'), value: <Money value={told.credit} /> },
                { label: t('pld.column.debit'), value: <Money value={told.debit} /> },
                ...(readable
                  ? [
                      {
                        label: t('pld.communication.detail'),
                        value: <span className={styles.text}>{told.detail}</span>,
                        wide: true,
                      },
                    ]
                  : []),
              ]}
            />
          </Card>
          {readable && <Problems record={record} />}
          {readable && <People record={record} />}
          {record.preview && (
            <Card title={t('pld.communication.preview')}>
              <pre className={styles.xml}>{record.preview}</pre>
            </Card>
          )}
        </>
      }
      side={<Side record={record} />}
      tabs={[trailTab(t, 'coaf', told.id)]}
    />
  )
}

function CommunicationActions({ record }: { record: Communication }) {
  const t = useT('pld')
  const { communication: told } = record
  const given = {
    of: { id: told.id, number: told.number, name: record.subject },
    case_id: told.case_id,
  }
  const all = ACTS[told.status]
  return (
    <>
      {told.status === 'draft' && (
        <CommandButton
          dialog={edit}
          given={{ record }}
          permissions={MAY_CASES}
          anyMerchant
          variant="secondary"
        >
          {t('pld.acts.edit')}
        </CommandButton>
      )}
      {all.map((what, place) => (
        <CommandButton
          key={what}
          dialog={acts}
          given={{ ...given, what }}
          permissions={MAY_CASES}
          anyMerchant
          warning={what === 'cancel' ? t('pld.acts.cancel_warning') : undefined}
          variant={place === all.length - 1 && told.status === 'draft' ? 'primary' : 'secondary'}
        >
          {t(`pld.acts.${what}`)}
        </CommandButton>
      ))}
      {told.status === 'checked' && record.may_approve && (
        <CommandButton dialog={acts} given={{ ...given, what: 'approve' }} permissions={MAY_SEND} anyMerchant>
          {t('pld.acts.approve_communication')}
        </CommandButton>
      )}
    </>
  )
}

/** Of whom and of what an error speaks: `people[2].role` is the role of the second person. */
function fieldWords(t: Translate, field: string): string {
  const [, n, part = ''] = /^people\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  if (n) return `${t('pld.communication.person', { n })} · ${wordOf(t, 'person_field', part)}`
  return wordOf(t, 'told_field', field)
}

function Problems({ record }: { record: Communication }) {
  const t = useT('pld')
  if (record.problems.length === 0) {
    return <Banner tone="success">{t('pld.communication.clean', { version: record.layout })}</Banner>
  }
  return (
    <Card title={t('pld.communication.problems', { count: record.problems.length })}>
      <ul className={styles.plain}>
        {record.problems.map(({ field, code, place }) => (
          <li key={`${field} ${code}`}>
            <span>
              <strong>{fieldWords(t, field)}</strong> {wordOf(t, 'layout', code)}
              {place !== null && ` (${t('pld.communication.place', { place })})`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function People({ record }: { record: Communication }) {
  const t = useT('pld')
  return (
    <Card title={t('pld.communication.people')} flush>
      <MiniTable
        label={t('pld.communication.people')}
        columns={[
          { key: 'name', title: t('pld.column.name'), wide: true },
          { key: 'document', title: t('pld.column.document') },
          { key: 'role', title: t('pld.communication.role') },
          { key: 'pep', title: t('pld.communication.pep') },
        ]}
        rows={record.communication.people.map((each) => ({
          key: each.document,
          cells: [
            each.name,
            formatDocument(each.document),
            wordOf(t, 'role', each.role ?? '1'),
            t(each.pep ? 'pld.yes' : 'pld.no'),
          ],
        }))}
      />
    </Card>
  )
}

function Side({ record }: { record: Communication }) {
  const t = useT('pld')
  const language = useLanguage()
  const { communication: told } = record
  return (
    <>
      <Card title={t('pld.alert.clock')}>
        <Facts
          facts={[
            {
              label: t('pld.column.due_on'),
              value: [
                formatDay(told.due_on, language),
                record.days_left !== null &&
                  record.days_left >= 0 &&
                  t('pld.alert.left', { count: record.days_left }),
              ]
                .filter(Boolean)
                .join(' · '),
              wide: true,
            },
            {
              label: t('pld.column.case'),
              value: <Link to={casePath(told.case_id)}>{record.protocol}</Link>,
              wide: true,
            },
          ]}
        />
      </Card>
      <Card title={t('pld.communication.receipt')}>
        <Facts
          facts={[
            { label: t('pld.column.coaf_number'), value: told.coaf_number, wide: true },
            {
              label: t('pld.column.authentication'),
              value: told.authentication && <CopyText text={told.authentication} short />,
              wide: true,
            },
            {
              label: t('pld.column.file_number'),
              value: record.file_number && <Link to={FILES_PATH}>{record.file_number}</Link>,
            },
            ...(told.reason ? [{ label: t('pld.column.reason'), value: told.reason, wide: true }] : []),
          ]}
        />
      </Card>
      <Card title={t('pld.case.people')}>
        <Facts
          facts={[
            { label: t('pld.column.written_by'), value: told.written_by, wide: true },
            { label: t('pld.column.approved_by'), value: told.approved_by, wide: true },
          ]}
        />
      </Card>
    </>
  )
}
