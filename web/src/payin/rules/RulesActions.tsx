import { Check, Copy, Power, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_RULES, type Rules } from './rules'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRules'))

/** What can be done with a version. */
export function RulesActions({ rules }: { rules: Rules }) {
  const t = useT('pixRules')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_RULES, anyMerchant: true } as const
  const { status, may_approve, groups } = rules
  return (
    <>
      {status === 'draft' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={{ rules, what: 'discard' }}
          icon={<Trash2 {...icon} />}
        >
          {t('pixRules.discard.open')}
        </CommandButton>
      )}
      <CommandButton
        {...shared}
        variant="secondary"
        dialog={copy}
        given={{ groups }}
        icon={<Copy {...icon} />}
      >
        {t('pixRules.copy')}
      </CommandButton>
      {status === 'draft' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ rules, what: 'approve' }}
          disabled={!may_approve}
          title={may_approve ? undefined : t('pixRules.approve.own')}
          icon={<Check {...icon} />}
        >
          {t('pixRules.approve.open')}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'retired') && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ rules, what: 'activate' }}
          icon={<Power {...icon} />}
        >
          {t('pixRules.activate.open')}
        </CommandButton>
      )}
    </>
  )
}
