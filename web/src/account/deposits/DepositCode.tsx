import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CopyText, useCopy } from '../../kit/CopyText'
import type { CommandProps } from '../../kit/command/CommandButton'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import styles from './DepositCode.module.css'

/** Where the merchant's own deposits are paid to: a code that names it, payable many times with any amount. */
export default function DepositCode({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'deposits')
  const { copied, copy } = useCopy()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const found = useQuery({
    queryKey: ['deposit-code', account],
    queryFn: ({ signal }) => body(api.GET('/v1/account/deposits/code', { signal })),
  })
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <DialogWindow
      title={t('deposits.code.title')}
      description={t('deposits.code.text')}
      onClose={onClose}
      footer={
        <Button
          disabled={!found.data}
          icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
          onClick={() => found.data && copy(found.data.code)}
        >
          {t(copied ? 'common.action.copied' : 'deposits.code.copy')}
        </Button>
      }
    >
      <Loaded query={found} lines={5} level={2}>
        {({ code, key, reference, picture, account: own }) => (
          <div className={styles.code}>
            <img
              className={styles.picture}
              src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
              alt={t('deposits.code.alt')}
              width={200}
              height={200}
            />
            <Facts
              facts={[
                { label: t('deposits.code.key'), value: <CopyText text={key} />, wide: true },
                { label: t('deposits.code.reference'), value: <CopyText text={reference} />, wide: true },
                { label: t('deposits.code.code'), value: <CopyText text={code} />, wide: true },
                {
                  label: t('deposits.code.account', { bank: own.bank_name }),
                  value: (
                    <CopyText
                      text={t('deposits.code.number', {
                        ispb: own.ispb,
                        branch: own.branch,
                        number: `${own.number.slice(0, -1)}-${own.number.slice(-1)}`,
                      })}
                    />
                  ),
                  wide: true,
                },
              ]}
            />
          </div>
        )}
      </Loaded>
    </DialogWindow>
  )
}
