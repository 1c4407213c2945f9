import { Check, Copy, FlaskConical, Power, Trash2 } from 'lucide-react'
import { useT } from '../app/i18n'
import { CommandButton, type CommandProps, type LazyDialog } from '../kit/command/CommandButton'
import type { Version } from './version'

/** What is done with a version; a kind of rules names the act by which it is tried. */
type Act<Trial extends string> = 'approve' | 'activate' | 'discard' | Trial

/** How a version is asked of the past, without which nobody agrees to it. */
interface VersionTrial<Trial extends string> {
  act: Trial
  label: string
  /** Says that it is to be tried first. */
  first: string
  status: string | undefined
}

interface VersionActionsProps<Group, P, Trial extends string> {
  version: Pick<Version, 'status' | 'may_approve'> & { groups: readonly Group[] }
  permissions: readonly string[]
  acts: LazyDialog<P>
  given: (act: Act<Trial>) => Omit<P, keyof CommandProps>
  /** Begins a draft with the groups of this version. */
  copy: LazyDialog<CommandProps & { groups: readonly Group[] }>
  trial?: VersionTrial<Trial>
}

const ICON = { size: 18, strokeWidth: 1.75 }

/** What can be done with a version of rules. */
export function VersionActions<Group, P extends CommandProps, Trial extends string = never>(
  props: VersionActionsProps<Group, P, Trial>,
) {
  const { version, permissions, acts, given, copy, trial } = props
  const t = useT('pixRules')
  const shared = { permissions, anyMerchant: true } as const
  const { status, may_approve, groups } = version
  const untried = trial !== undefined && trial.status !== 'done'
  const notYet = untried ? trial.first : may_approve ? undefined : t('pixRules.approve.own')
  return (
    <>
      {status === 'draft' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={given('discard')}
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
      {trial && status !== 'discarded' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={given(trial.act)}
          disabled={trial.status === 'asked'}
          icon={<FlaskConical {...ICON} />}
        >
          {trial.label}
        </CommandButton>
      )}
      {status === 'draft' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={given('approve')}
          disabled={notYet !== undefined}
          title={notYet}
          icon={<Check {...ICON} />}
        >
          {t('pixRules.approve.open')}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'retired') && (
        <CommandButton {...shared} dialog={acts} given={given('activate')} icon={<Power {...ICON} />}>
          {t('pixRules.activate.open')}
        </CommandButton>
      )}
    </>
  )
}
