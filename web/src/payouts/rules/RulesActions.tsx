import { Check, Copy, FlaskConical, Power, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_RULES, type Rules } from './rules'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRules'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** What can be done with a version: each is asked of the past before anybody agrees to it. */
export function RulesActions({ rules }: { rules: Rules }) {
  const t = useT('pixRules', 'payoutRules')
  const shared = { permissions: MAY_RULES, anyMerchant: true } as const
  const { status, may_approve, groups, backtest } = rules
  const tried = backtest?.status === 'done'
  const notYet = tried ? t('pixRules.approve.own') : t('payoutRules.backtest.first')
  return (
    <>
      {status === 'draft' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={{ rules, what: 'discard' }}
          icon={<Trash2 {...ICON} />}
        >
          {t('pixRules.discard.open')}
        </CommandButton>
      )}
      <CommandButton
        {...shared}
        variant="secondary"
        dialog={copy}
        given={{ groups }}
        icon={<Copy {...ICON} />}
      >
        {t('pixRules.copy')}
      </CommandButton>
      {status !== 'discarded' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={{ rules, what: 'backtest' }}
          disabled={backtest?.status === 'asked'}
          icon={<FlaskConical {...ICON} />}
        >
          {t('payoutRules.backtest.run')}
        </CommandButton>
      )}
      {status === 'draft' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ rules, what: 'approve' }}
          disabled={!may_approve || !tried}
          title={may_approve && tried ? undefined : notYet}
          icon={<Check {...ICON} />}
        >
          {t('pixRules.approve.open')}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'retired') && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ rules, what: 'activate' }}
          icon={<Power {...ICON} />}
        >
          {t('pixRules.activate.open')}
        </CommandButton>
      )}
    </>
  )
}
