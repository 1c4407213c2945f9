import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { useCopy } from '../../kit/CopyText'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Spinner } from '../../ui/Spinner'
import type { ChargeRecord } from '../charge'
import { Countdown } from './Countdown'
import styles from './PixCode.module.css'

/** What the payer scans or pastes, while it can be paid. */
export function PixCode({ charge }: { charge: ChargeRecord }) {
  const t = useT('common', 'payin')
  const { copied, copy } = useCopy()
  const code = charge.br_code
  return (
    <Card title={t('payin.card.code')}>
      <div className={styles.code}>
        {code ? (
          <Picture id={charge.id} />
        ) : (
          <div className={styles.picture} role="status">
            {charge.status === 'created' && <Spinner size={24} />}
            <p>{t(charge.status === 'created' ? 'payin.code.registering' : 'payin.code.none')}</p>
          </div>
        )}
        <Button
          wide
          variant="secondary"
          disabled={!code}
          icon={copied ? <Check size={18} strokeWidth={1.75} /> : <Copy size={18} strokeWidth={1.75} />}
          onClick={() => code && copy(code)}
        >
          {copied ? t('common.action.copied') : t('payin.code.copy')}
        </Button>
        {charge.status === 'pending' && <Countdown until={charge.expires_at} />}
      </div>
    </Card>
  )
}

function Picture({ id }: { id: string }) {
  const t = useT('payin')
  const { data, isError } = useQuery({
    queryKey: ['qr', id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges/{id}/qr.svg', { params: { path: { id } }, parseAs: 'text', signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The picture came with the bearer's word, which an `img` could not have said itself.
  const address = data && `data:image/svg+xml,${encodeURIComponent(data)}`
  return (
    <div className={styles.picture}>
      {address ? (
        <img src={address} alt={t('payin.code.alt')} width={200} height={200} />
      ) : isError ? (
        <p>{t('payin.code.failed')}</p>
      ) : (
        <Spinner size={24} />
      )}
    </div>
  )
}
