import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Download, Mail, MessageCircle, Printer, Share2 } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CodeText } from '../../kit/CodeText'
import { useCopy } from '../../kit/CopyText'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatMoney, type Money } from '../../kit/format'
import { Button, buttonClass } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { Spinner } from '../../ui/Spinner'
import styles from './ShareSheet.module.css'

export interface Shared {
  id: string
  /** A charge has a page of its own to send; a static code is shown. */
  kind: 'charge' | 'code'
  /** What stands above the code on paper. */
  name: string
  amount: Money | null
  /** What the payer pastes. */
  code: string
  /** Address of the picture. */
  picture: string
}

const ICON = { size: 18, strokeWidth: 1.75 }

/** Hands a code on: its link, its picture, on paper, and as the text that a payer pastes. */
export default function ShareSheet({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const t = useT('common', 'kit', 'charge')
  const language = useLanguage()
  const { id, kind, name, amount, code, picture } = shared
  const sum = amount && formatMoney(amount, language)
  const png = () =>
    answer(
      kind === 'charge'
        ? api.GET('/v1/payin/charges/{id}/qr.png', { params: { path: { id } }, parseAs: 'blob' })
        : api.GET('/v1/payin/codes/{id}/qr.png', { params: { path: { id } }, parseAs: 'blob' }),
    )
  return (
    <DialogWindow title={t('charge.share.title')} size="medium" onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.paper} data-paper>
          <h3>{name}</h3>
          {sum && <span className={styles.amount}>{sum}</span>}
          <span className={styles.picture}>
            <img src={picture} alt={t('charge.share.picture')} width={200} height={200} />
          </span>
          <p>{t('charge.share.how')}</p>
        </div>
        <div className={`${styles.row} ${styles.aside}`}>
          <DownloadButton get={png} variant="secondary" icon={<Download {...ICON} />}>
            {t('charge.share.png')}
          </DownloadButton>
          <Button variant="secondary" icon={<Printer {...ICON} />} onClick={() => window.print()}>
            {t('charge.share.print')}
          </Button>
        </div>
        {kind === 'charge' && <LinkPart id={id} name={name} sum={sum ?? ''} />}
        <div className={`${styles.part} ${styles.aside}`}>
          <h3>{t('charge.share.code')}</h3>
          <CodeText text={code} label={t('charge.share.code')} />
          <div className={styles.row}>
            <CopyButton text={code} label={t('charge.share.copy_code')} />
          </div>
        </div>
      </div>
    </DialogWindow>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT('common')
  const { copied, copy } = useCopy()
  return (
    <Button
      variant="secondary"
      icon={copied ? <Check {...ICON} /> : <Copy {...ICON} />}
      onClick={() => copy(text)}
    >
      {copied ? t('common.action.copied') : label}
    </Button>
  )
}

/** The address of the payer's page, and the ways to send it. */
function LinkPart({ id, name, sum }: { id: string; name: string; sum: string }) {
  const t = useT('charge')
  const { data, isError } = useQuery({
    queryKey: ['link', id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges/{id}/link', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = data?.url
  if (!url) {
    return (
      <div className={styles.aside}>
        {isError ? <p>{t('charge.share.no_link')}</p> : <Spinner size={24} />}
      </div>
    )
  }
  const message = t('charge.share.message', { name, amount: sum, url })
  const send = { text: message, title: name }
  return (
    <div className={`${styles.part} ${styles.aside}`}>
      <h3>{t('charge.share.link')}</h3>
      <CodeText text={url} label={t('charge.share.link')} rows={2} />
      <div className={styles.row}>
        <CopyButton text={url} label={t('charge.share.copy_link')} />
        <a
          className={buttonClass('secondary')}
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle {...ICON} aria-hidden />
          WhatsApp
        </a>
        <a
          className={buttonClass('secondary')}
          href={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(message)}`}
        >
          <Mail {...ICON} aria-hidden />
          {t('charge.share.mail')}
        </a>
        {'canShare' in navigator && navigator.canShare(send) && (
          <Button
            variant="secondary"
            icon={<Share2 {...ICON} />}
            onClick={() => void navigator.share(send).catch(() => undefined)}
          >
            {t('charge.share.other')}
          </Button>
        )}
      </div>
    </div>
  )
}
