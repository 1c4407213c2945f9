import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { sendCommand } from '../../kit/command/send'
import { formatMoney, formatNumber } from '../../kit/format'
import type { ReturnFile } from '../file'

export interface ApplyFileProps extends CommandProps {
  file: ReturnFile
}

/** Lets what was seen in the preview come true; the server refuses when it would be anything else. */
export default function ApplyFile({ file, onClose }: ApplyFileProps) {
  const t = useT('common', 'kit', 'returns')
  const language = useLanguage()
  const { count, paid } = sumOf(file, 'settle')
  const fees = sumOf(file, 'fee').count
  return (
    <CommandDialog
      command="returns:file:apply"
      title={t('returns.apply.title')}
      submit={t('returns.apply.submit')}
      subject={{ thing: file.name }}
      read={() => ({ input: { plan: file.plan_hash ?? '' } })}
      send={(input, header) => sendCommand('returns:file:apply', { id: file.id }, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('returns.apply.done'))
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            {t('returns.apply.settle', {
              count,
              number: formatNumber(count, language),
              paid: formatMoney({ amount: paid, currency: 'BRL' }, language),
            })}
          </p>
          {fees > 0 && (
            <p>{t('returns.apply.fees', { count: fees, number: formatNumber(fees, language) })}</p>
          )}
          <p>{t('returns.apply.once')}</p>
        </>
      )}
    </CommandDialog>
  )
}

function sumOf({ effects }: ReturnFile, wanted: string) {
  const found = effects.filter(({ effect }) => effect === wanted)
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    paid: found.reduce((sum, { paid }) => sum + paid.amount, 0),
  }
}
