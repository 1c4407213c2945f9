import { useMemo, useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { heldPermissions } from '../../app/permissions'
import { useDraft } from '../../kit/command/draft'
import { useLeaveGuard } from '../../kit/useLeaveGuard'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import type { Module, RolePlan, RoleRow } from '../contract'
import { Changes } from './Changes'
import styles from './Editor.module.css'
import { same } from './levels'
import { Matrix } from './Matrix'

export interface EditorProps {
  modules: readonly Module[]
  /** What is edited; without an id a new one. */
  role: { id?: number; name: string; permissions: readonly string[]; second_factor: boolean }
  /** The company whose role it is. */
  company: string | undefined
  readOnly?: boolean
  onSaved: (role: RoleRow) => void
}

/** The name of a role and what it holds; nothing is saved before its difference was seen. */
export function Editor({ modules, role, company, readOnly = false, onSaved }: EditorProps) {
  const t = useT('common', 'access')
  const [name, setName] = useDraft('name', role.name)
  const [permissions, setPermissions] = useDraft('permissions', () => role.permissions.toSorted())
  const [factor, setFactor] = useDraft('second_factor', role.second_factor)
  const chosen = useMemo(() => new Set(permissions), [permissions])
  const [tried, setTried] = useState(false)
  const [plan, setPlan] = useState<RolePlan | null>(null)
  const { pending, failure, run } = useAction()
  const touched =
    name.trim() !== role.name || factor !== role.second_factor || !same(chosen, new Set(role.permissions))
  const changed = !role.id || touched
  const guard = useLeaveGuard(touched && !readOnly)
  const input = { name: name.trim(), permissions, second_factor: factor }

  async function review() {
    setTried(true)
    if (!input.name) return
    const asked = { id: role.id ?? null, permissions: input.permissions }
    const done = await run(() => body(api.POST('/rbac/roles/plan', { body: asked })))
    if (done) setPlan(done.value)
  }
  return (
    <Card title={t('access.card.role')} flush>
      <div className={styles.name}>
        <Field
          label={t('access.column.name')}
          error={tried && !input.name && t('common.field_required')}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={80}
              autoComplete="off"
              disabled={readOnly}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          className={styles.factor}
          label={t('access.role.second_factor')}
          aria-describedby="role-second-factor"
          disabled={readOnly}
          checked={factor}
          onChange={setFactor}
        />
        <p id="role-second-factor" className={styles.hint}>
          {t('access.role.second_factor_hint')}
        </p>
      </div>
      <Matrix
        modules={modules}
        chosen={chosen}
        mine={new Set(heldPermissions())}
        disabled={readOnly}
        onChange={(next) => setPermissions([...next].toSorted())}
      />
      {!readOnly && (
        <footer className={styles.foot}>
          {failure !== null && (
            <Banner tone="error" role="alert">
              {linesOf(t, failure).join('. ')}
            </Banner>
          )}
          <p className={styles.state} aria-live="polite">
            {t('access.role.holds', { count: chosen.size })}
            {changed && role.id !== undefined && ` · ${t('access.role.unsaved')}`}
          </p>
          <Button busy={pending} disabled={!changed} onClick={() => void review()}>
            {t('access.role.review')}
          </Button>
        </footer>
      )}
      {plan && (
        <Changes
          id={role.id}
          input={input}
          plan={plan}
          company={company}
          factor={factor === role.second_factor ? null : factor}
          onSaved={(saved) => {
            setPlan(null)
            guard.release()
            onSaved(saved)
          }}
          onClose={() => setPlan(null)}
        />
      )}
      {guard.question}
    </Card>
  )
}
