import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, RotateCw, ZoomIn } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { readSections } from '../../kit/command/subjects'
import { AddFile, AS_BODY } from '../../kit/files/Files'
import { StatusWord } from '../../kit/list/Cell'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Act, type ActGiven } from './Act'
import { DOCUMENT_STATES, type KycDocument, MAY_WRITE } from './kyc'
import styles from './kyc.module.css'

interface DeskProps {
  request: string
  documents: readonly KycDocument[]
  /** Whether its merchant may bring documents now. */
  bringing?: boolean
  /** What the acts of staff are given; nothing where they may only look. */
  given?: ActGiven
}

/** What is to be done next: what a merchant was asked for, what staff have to review. */
const firstToOpen = (documents: readonly KycDocument[], bringing: boolean): number =>
  (
    (bringing ? documents.find(({ state }) => state === 'revision') : undefined) ??
    documents.find(({ state }) => state === 'pending') ??
    documents[0]
  )?.n ?? 0

/** The documents of a request beside the page that is looked at; the pages are drawn by us. */
export function DocumentDesk({ request, documents, bringing = false, given }: DeskProps) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const [chosen, setChosen] = useState(() => firstToOpen(documents, bringing && !given))
  const open = documents.find(({ n }) => n === chosen)
  const approved = documents.filter(({ state }) => state === 'approved').length
  const attach = async (file: File, n: number) => {
    await answer(
      api.POST('/v1/kyc/requests/{id}/documents/{n}/file', {
        params: { path: { id: request, n: String(n) }, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readSections(['kyc'])
  }
  return (
    <Card title={t('kyc.documents.title', { approved, all: documents.length })}>
      <div className={styles.bench}>
        {documents.length === 0 && <p>{t('kyc.documents.none')}</p>}
        <ul className={styles.documents} aria-label={t('kyc.column.documents')}>
          {documents.map((each) => (
            <li key={each.n}>
              <button
                type="button"
                className={styles.document}
                aria-pressed={each.n === chosen}
                onClick={() => setChosen(each.n)}
              >
                <span>
                  {each.name}
                  {!each.required && ` (${t('kyc.documents.optional')})`}
                </span>
                <StatusWord values={DOCUMENT_STATES} value={each.state} text={{ t, language }} />
              </button>
            </li>
          ))}
        </ul>
        {open && (
          <>
            {open.public_text && <Banner tone="awaiting">{open.public_text}</Banner>}
            {open.same_bytes && <Banner tone="error">{t('kyc.documents.same_bytes')}</Banner>}
            <Pages key={`${open.n} ${open.uploaded_at}`} request={request} document={open} />
            <div className={styles.acts}>
              {bringing && may(MAY_WRITE) && open.state !== 'approved' && (
                <AddFile send={(file) => attach(file, open.n)} />
              )}
              {given && <Decisions document={open} given={given} />}
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

function Decisions({ document, given }: { document: KycDocument; given: ActGiven }) {
  const t = useT('kyc')
  const act = (decision: string) => ({ ...given, n: String(document.n), values: { decision } })
  if (document.state === 'pending')
    return (
      <>
        <Act
          what="document"
          given={act('approved')}
          label={t('kyc.document_decision.approved')}
          variant="primary"
        />
        <Act what="document" given={act('revision')} label={t('kyc.document_decision.revision')} />
        <Act what="document" given={act('rejected')} label={t('kyc.document_decision.rejected')} />
      </>
    )
  if (document.state === 'new') return null
  return <Act what="document" given={act('undone')} label={t('kyc.document_decision.undone')} />
}

function Pages({ request, document }: { request: string; document: KycDocument }) {
  const t = useT('kyc')
  const [page, setPage] = useState(1)
  const [turned, setTurned] = useState(false)
  const [wide, setWide] = useState(false)
  const pages = document.pages ?? 0
  if (!pages) return <p className={styles.quiet}>{t('kyc.documents.not_brought')}</p>
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.quiet}>
          {t('kyc.documents.page', { name: document.file_name ?? '', page, pages })}
        </span>
        <span className={styles.acts}>
          <IconButton
            size="small"
            label={t('kyc.documents.before')}
            disabled={page === 1}
            icon={<ChevronLeft size={16} strokeWidth={1.75} />}
            onClick={() => setPage(page - 1)}
          />
          <IconButton
            size="small"
            label={t('kyc.documents.next')}
            disabled={page === pages}
            icon={<ChevronRight size={16} strokeWidth={1.75} />}
            onClick={() => setPage(page + 1)}
          />
          <IconButton
            size="small"
            label={t('kyc.documents.turn')}
            icon={<RotateCw size={16} strokeWidth={1.75} />}
            onClick={() => setTurned(!turned)}
          />
          <IconButton
            size="small"
            label={t('kyc.documents.zoom')}
            icon={<ZoomIn size={16} strokeWidth={1.75} />}
            onClick={() => setWide(!wide)}
          />
        </span>
      </div>
      <div className={styles.paper}>
        <Page
          request={request}
          document={document}
          page={page}
          className={cx(turned && styles.turned, wide && styles.wide)}
        />
      </div>
    </>
  )
}

function Page({
  request,
  document,
  page,
  className,
}: {
  request: string
  document: KycDocument
  page: number
  className: string
}) {
  const t = useT('kyc')
  const drawn = useQuery({
    queryKey: ['kyc', 'page', request, document.n, document.uploaded_at, page],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/kyc/requests/{id}/documents/{n}/pages/{page}', {
          params: { path: { id: request, n: String(document.n), page: String(page) } },
          parseAs: 'blob',
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const address = useMemo(() => (drawn.data ? URL.createObjectURL(drawn.data) : ''), [drawn.data])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  if (drawn.isError) return <p>{t('kyc.documents.failed')}</p>
  if (!address) return <p className={styles.quiet}>{t('kyc.documents.drawing')}</p>
  return (
    <img
      className={cx(styles.page, className)}
      src={address}
      alt={t('kyc.documents.alt', { name: document.name, page })}
    />
  )
}
