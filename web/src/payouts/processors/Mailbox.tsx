import { Link } from '@tanstack/react-router'
import { FolderSearch, Inbox, PlugZap, Power, Settings2 } from 'lucide-react'
import { Fragment } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import type { Status } from '../../kit/list/definition'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { paymentFilePath, remittancePath } from '../return-file/file'
import styles from './Mailbox.module.css'
import { type MailboxProblem, problemWord } from './mailboxProblem'
import { MAY_PAYING, type MailboxRecord, type PayoutMailbox } from './processors'

const set = lazyDialog(() => import('./SetMailbox'))
const acts = lazyDialog(() => import('./mailboxActs'))
const wordOf = wordsOf('payoutFiles')

const FILE_STATES: readonly Status[] = [
  { value: 'waiting', tone: 'awaiting', label: 'payoutFiles.mailbox.file_state.waiting' },
  { value: 'sent', tone: 'success', label: 'payoutFiles.mailbox.file_state.sent' },
  { value: 'uncertain', tone: 'atention', label: 'payoutFiles.mailbox.file_state.uncertain' },
  { value: 'stopped', tone: 'error', label: 'payoutFiles.mailbox.file_state.stopped' },
  { value: 'taken', tone: 'success', label: 'payoutFiles.mailbox.file_state.taken' },
  { value: 'duplicate', tone: 'info', label: 'payoutFiles.mailbox.file_state.duplicate' },
  { value: 'skipped', tone: 'info', label: 'payoutFiles.mailbox.file_state.skipped' },
]

const STATES: readonly Status[] = [
  { value: 'enabled', tone: 'success', label: 'payoutFiles.mailbox.states.enabled' },
  { value: 'disabled', tone: 'info', label: 'payoutFiles.mailbox.states.disabled' },
  { value: 'untested', tone: 'atention', label: 'payoutFiles.mailbox.states.untested' },
  { value: 'testing', tone: 'awaiting', label: 'payoutFiles.mailbox.states.testing' },
]

function stateOf({ enabled, testing, tested_at, test_error }: PayoutMailbox): string {
  if (testing) return 'testing'
  if (enabled) return 'enabled'
  return tested_at === null || test_error !== null ? 'untested' : 'disabled'
}

/** The mailbox of a processor that gets files: where it is, how it does, and the files that went and came. */
export function Mailbox({ processor }: { processor: { id: string; name: string } }) {
  const found = useRecord(
    'payouts.mailbox',
    processor.id,
    (signal) =>
      body(
        api.GET('/v1/payouts/processors/{id}/mailbox', { params: { path: { id: processor.id } }, signal }),
      ),
    ({ mailbox, files }) => mailbox?.testing === true || files.some(({ state }) => state === 'waiting'),
  )
  return (
    <Loaded query={found}>
      {(record) => (
        <>
          <Place processor={processor} {...record} />
          {record.mailbox && <Files files={record.files} />}
        </>
      )}
    </Loaded>
  )
}

function Place({ processor, mailbox, files }: MailboxRecord & { processor: { id: string; name: string } }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  const icon = { size: 16, strokeWidth: 1.75 }
  const shared = { permissions: MAY_PAYING, anyMerchant: true, variant: 'secondary' } as const
  return (
    <Card
      title={t('payoutFiles.mailbox.title')}
      actions={
        <CommandButton
          {...shared}
          dialog={set}
          given={{ processor, mailbox }}
          icon={mailbox ? <Settings2 {...icon} /> : <Inbox {...icon} />}
        >
          {t(mailbox ? 'payoutFiles.mailbox.change' : 'payoutFiles.mailbox.set_up')}
        </CommandButton>
      }
    >
      {mailbox === null ? (
        <p>{t('payoutFiles.mailbox.none')}</p>
      ) : (
        <>
          <Unsettled files={files} />
          <Facts
            facts={[
              {
                label: t('payoutFiles.mailbox.state'),
                value: <StatusWord values={STATES} value={stateOf(mailbox)} text={{ t, language }} />,
              },
              {
                label: t('payoutFiles.mailbox.address'),
                value: `${mailbox.username}@${mailbox.host}:${mailbox.port}`,
              },
              { label: t('payoutFiles.mailbox.outbox'), value: mailbox.outbox },
              { label: t('payoutFiles.mailbox.inbox'), value: mailbox.inbox },
              {
                label: t('payoutFiles.mailbox.opened_by'),
                value: wordOf(t, 'mailbox.by', mailbox.opened_by),
              },
              { label: t('payoutFiles.mailbox.set_by'), value: mailbox.set_by },
              {
                label: t('payoutFiles.mailbox.fingerprint'),
                value: <CopyText text={mailbox.fingerprint} />,
                wide: true,
              },
              {
                label: t('payoutFiles.mailbox.tested_at'),
                value: mailbox.tested_at ? (
                  <Went
                    at={mailbox.tested_at}
                    words={t(`payoutFiles.mailbox.${mailbox.test_error ? 'test_failed' : 'test_ok'}`)}
                    problem={mailbox.test_error}
                  />
                ) : (
                  '—'
                ),
                wide: true,
              },
              {
                label: t('payoutFiles.mailbox.looked_at'),
                value: mailbox.looked_at ? (
                  <Went
                    at={mailbox.looked_at}
                    words={t(`payoutFiles.mailbox.${mailbox.look_error ? 'look_failed' : 'look_ok'}`)}
                    problem={mailbox.look_error}
                  />
                ) : (
                  '—'
                ),
                wide: true,
              },
            ]}
          />
          <div className={styles.acts}>
            <CommandButton
              {...shared}
              dialog={acts}
              given={{ mailbox, what: 'test' }}
              icon={<PlugZap {...icon} />}
            >
              {t('payoutFiles.mailbox.test.open')}
            </CommandButton>
            {mailbox.enabled && (
              <CommandButton
                {...shared}
                dialog={acts}
                given={{ mailbox, what: 'look' }}
                icon={<FolderSearch {...icon} />}
              >
                {t('payoutFiles.mailbox.look.open')}
              </CommandButton>
            )}
            <CommandButton
              {...shared}
              dialog={acts}
              given={{ mailbox, what: mailbox.enabled ? 'disable' : 'enable' }}
              icon={<Power {...icon} />}
            >
              {t(`payoutFiles.mailbox.${mailbox.enabled ? 'disable' : 'enable'}.open`)}
            </CommandButton>
          </div>
        </>
      )}
    </Card>
  )
}

/** What a person has to ask the bank about, above all else. */
function Unsettled({ files }: Pick<MailboxRecord, 'files'>) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  return files
    .filter(({ state }) => state === 'uncertain' || state === 'stopped')
    .map(({ id, name, state, last_error, remittance_id }) => (
      <Banner
        key={id}
        tone="error"
        className={styles.unsettled}
        action={
          remittance_id && (
            <Link to={remittancePath(remittance_id)}>{t('payoutFiles.mailbox.to_remittance')}</Link>
          )
        }
      >
        {t(`payoutFiles.going.${state}`, { name, why: problemWord(t, language, last_error) })}
      </Banner>
    ))
}

/** When somebody last tried, and how that went; below, what is wrong. */
function Went({ at, words, problem }: { at: string; words: string; problem: MailboxProblem | null }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  return (
    <>
      <DateTime at={at} time="seconds" /> · {words}
      {problem && <div className={styles.note}>{problemWord(t, language, problem)}</div>}
    </>
  )
}

function Files({ files }: Pick<MailboxRecord, 'files'>) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  if (files.length === 0) {
    return (
      <Card title={t('payoutFiles.mailbox.files')}>
        <p>{t('payoutFiles.mailbox.no_files')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('payoutFiles.mailbox.files')} flush>
      <MiniTable
        label={t('payoutFiles.mailbox.files')}
        columns={[
          { key: 'at', title: t('payoutFiles.mailbox.column.at') },
          { key: 'direction', title: t('payoutFiles.mailbox.column.direction') },
          { key: 'name', title: t('payoutFiles.mailbox.column.name'), wide: true },
          { key: 'state', title: t('payoutFiles.mailbox.column.state'), wide: true },
        ]}
        rows={files.map((file) => ({
          key: file.id,
          cells: [
            <DateTime key="at" at={file.created_at} time="seconds" />,
            t(`payoutFiles.mailbox.direction.${file.direction}`),
            <div key="name">
              <FileName file={file} />
              <div className={styles.note}>
                {t('payoutFiles.mailbox.bytes', {
                  count: file.size,
                  size: formatNumber(file.size, language),
                })}
              </div>
            </div>,
            <div key="state">
              <StatusWord values={FILE_STATES} value={file.state} text={{ t, language }} />
              <Said file={file} />
            </div>,
          ],
        }))}
      />
    </Card>
  )
}

function FileName({
  file: { name, remittance_id, return_file_id },
}: {
  file: MailboxRecord['files'][number]
}) {
  const broken = <Breakable name={name} />
  if (remittance_id) return <Link to={remittancePath(remittance_id)}>{broken}</Link>
  return return_file_id ? <Link to={paymentFilePath('preview', return_file_id)}>{broken}</Link> : broken
}

/** A name of a file that breaks after its parts, where it breaks at all. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[_-])/).map((part, place, parts) => (
    <Fragment key={parts.slice(0, place).join('')}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** Why a file did not go or was not taken. */
function Said({ file: { last_error } }: { file: MailboxRecord['files'][number] }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  return last_error && <div className={styles.note}>{problemWord(t, language, last_error)}</div>
}
