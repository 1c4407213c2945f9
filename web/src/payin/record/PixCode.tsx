import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { CodeText } from '../../kit/CodeText'
import { useCopy } from '../../kit/CopyText'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Spinner } from '../../ui/Spinner'
import type { ChargeRecord } from '../charge'
import { Countdown } from './Countdown'
import styles from './PixCode.module.css'
import { ShareButton } from './ShareButton'

/** What the payer scans or pastes, while it can be paid. */
export function PixCode({ charge }: { charge: ChargeRecord }) {
  const t = useT('common', 'payin')
  const { copied, copy } = useCopy()
  const code = charge.br_code
  const { address, isError } = usePicture(charge.id, code !== null)
  return (
    <Card title={t('payin.card.code')}>
      <div className={styles.code}>
        {code ? (
          <Picture address={address} failed={isError} />
        ) : (
          <div className={styles.picture} role="status">
            {charge.status === 'created' && <Spinner size={24} />}
            <p>{t(charge.status === 'created' ? 'payin.code.registering' : 'payin.code.none')}</p>
          </div>
        )}
        {code && <CodeText text={code} label={t('payin.code.text')} />}
        <Button
          wide
          variant="secondary"
          disabled={!code}
          icon={copied ? <Check size={18} strokeWidth={1.75} /> : <Copy size={18} strokeWidth={1.75} />}
          onClick={() => code && copy(code)}
        >
          {copied ? t('common.action.copied') : t('payin.code.copy')}
        </Button>
        {/* It stands there before the picture has come: nothing below it moves then. */}
        {code && (
          <ShareButton
            disabled={!address}
            shared={{
              id: charge.id,
              kind: 'charge',
              name: charge.description ?? t('payin.code.charge'),
              amount: charge.amount,
              code,
              picture: address ?? '',
            }}
          />
        )}
        {charge.status === 'pending' && <Countdown until={charge.expires_at} />}
      </div>
    </Card>
  )
}

/** The picture as an address of its own: it came with the bearer's word, which an `img` could not have said itself. */
function usePicture(id: string, wanted: boolean) {
  const { data, isError } = useQuery({
    queryKey: ['qr', id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges/{id}/qr.svg', { params: { path: { id } }, parseAs: 'text', signal })),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wanted,
  })
  return { address: data && `data:image/svg+xml,${encodeURIComponent(data)}`, isError }
}

function Picture({ address, failed }: { address: string | undefined; failed: boolean }) {
  const t = useT('payin')
  return (
    <div className={styles.picture}>
      {address ? (
        <img src={address} alt={t('payin.code.alt')} width={200} height={200} />
      ) : failed ? (
        <p>{t('payin.code.failed')}</p>
      ) : (
        <Spinner size={24} />
      )}
    </div>
  )
}
