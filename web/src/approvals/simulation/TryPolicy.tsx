import { useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import type { PolicyInput } from '../approvals'
import { type PolicyForm, readPolicy } from '../policies/policyForm'
import { Simulation } from './Simulation'

/** Tries the policy in a form on what was done, before it is saved. */
export function TryPolicy({ form }: { form: PolicyForm }) {
  const t = useT('common', 'approvals')
  const [tried, setTried] = useState<{ form: PolicyForm; policy: PolicyInput } | null>(null)
  // A name is no part of what it asks for.
  const read = readPolicy({ ...form, name: form.name.trim() || '-' }, t)
  const input = 'input' in read ? read.input : null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        disabled={!input}
        onClick={() => input && setTried({ form, policy: input })}
      >
        {t('approvals.simulation.open')}
      </Button>
      {tried && tried.form === form && <Simulation policy={tried.policy} />}
    </>
  )
}
