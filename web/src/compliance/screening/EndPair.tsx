import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_WRITE, type PairRow } from './screening'

const end = lazyDialog(async () => ({ default: (await import('./forms')).EndPairForm }))

/** Takes a pair off the whitelist, at the end of its row. */
export function EndPair({ pair }: { pair: PairRow }) {
  const t = useT('screening')
  if (pair.status === 'ended') return null
  return (
    <CommandButton
      dialog={end}
      given={{ id: pair.id, name: pair.shown ?? '' }}
      permissions={MAY_WRITE}
      anyMerchant
      variant="secondary"
      size="small"
    >
      {t('screening.end_pair.open')}
    </CommandButton>
  )
}
