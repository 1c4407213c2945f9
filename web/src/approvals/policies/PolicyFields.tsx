import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { ConditionHint } from '../../kit/ConditionHint'
import type { Errors } from '../../kit/command/CommandDialog'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { wordOf } from '../approvals'
import styles from '../commands/form.module.css'
import { conditionOf, DECIDE, MOST_NEEDED, type PolicyForm } from './policyForm'
import { sentenceOf } from './sentence'

export interface PolicyFieldsProps {
  form: PolicyForm
  errors: Errors
  put: (part: Partial<PolicyForm>) => void
}

export const POLICY_FIELDS = [
  'name',
  'command',
  'above',
  'condition',
  'permission',
  'needed',
  'expires_days',
  'emergency',
]

/** Those who approve hold one of these; a policy may name any other, which then stands here too. */
const PERMISSIONS = [DECIDE, 'payin::withdrawals:approve', 'payout::payment:approve', 'kyc::approval:write']
const WHEN = ['always', 'above', 'above_today', 'condition'] as const

/** The fields of a policy, and what they say together. */
export function PolicyFields({ form, errors, put }: PolicyFieldsProps) {
  const t = useT('common', 'kit', 'approvals')
  const language = useLanguage()
  const { data: options } = useQuery({
    queryKey: ['approvals', 'options'],
    queryFn: ({ signal }) => body(api.GET('/v1/approval-policies/options', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = (value: string) =>
    value && !PERMISSIONS.includes(value) ? [...PERMISSIONS, value] : PERMISSIONS
  const permissions = (value: string) =>
    known(value).map((permission) => ({ value: permission, label: wordOf(t, 'permission', permission) }))
  const commands = options?.commands ?? (form.command ? [form.command] : [])
  return (
    <>
      <Field label={t('approvals.policy.name')} error={errors.name} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={80}
            autoComplete="off"
            value={form.name}
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('approvals.policy.command')} error={errors.command} required>
        {(control) => (
          <Select
            id={control.id}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            placeholder={t('approvals.policy.choose')}
            options={commands.map((command) => ({ value: command, label: wordOf(t, 'command', command) }))}
            value={form.command || null}
            onChange={(command) => put({ command })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('approvals.policy.when')}>
          {(control) => (
            <Select
              id={control.id}
              options={WHEN.map((when) => ({ value: when, label: t(`approvals.when.${when}`) }))}
              value={form.when}
              onChange={(when) => put({ when: when as PolicyForm['when'] })}
            />
          )}
        </Field>
        {(form.when === 'above' || form.when === 'above_today') && (
          <Field label={t('approvals.policy.above')} error={errors.above} required>
            {(control) => <MoneyInput {...control} value={form.above} onChange={(above) => put({ above })} />}
          </Field>
        )}
      </div>
      {form.when === 'condition' && (
        <Field
          label={t('approvals.policy.condition')}
          hint={
            <ConditionHint
              hint={t('approvals.policy.condition_hint', { names: options?.names.join(', ') ?? '' })}
              condition={form.condition}
            />
          }
          error={errors.condition}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={1000}
              autoComplete="off"
              spellCheck={false}
              value={form.condition}
              onChange={(event) => put({ condition: event.target.value })}
            />
          )}
        </Field>
      )}
      <div className={styles.pair}>
        <Field label={t('approvals.policy.needed')} error={errors.needed}>
          {(control) => (
            <Select
              id={control.id}
              options={Array.from({ length: MOST_NEEDED }, (_, place) => String(place + 1)).map((needed) => ({
                value: needed,
                label: needed,
              }))}
              value={form.needed}
              onChange={(needed) => put({ needed })}
            />
          )}
        </Field>
        <Field label={t('approvals.policy.expires_days')} error={errors.expires_days} required>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={form.expires_days}
              onChange={(event) => put({ expires_days: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={t('approvals.policy.permission')} error={errors.permission}>
        {(control) => (
          <Select
            id={control.id}
            options={permissions(form.permission)}
            value={form.permission}
            onChange={(permission) => put({ permission })}
          />
        )}
      </Field>
      <Field label={t('approvals.policy.emergency')} error={errors.emergency}>
        {(control) => (
          <Select
            id={control.id}
            options={[
              { value: '', label: t('approvals.policy.no_emergency') },
              ...permissions(form.emergency),
            ]}
            value={form.emergency}
            onChange={(emergency) => put({ emergency })}
          />
        )}
      </Field>
      <Checkbox
        label={t('approvals.policy.distinct_teams')}
        checked={form.distinct_teams}
        onChange={(distinct_teams) => put({ distinct_teams })}
      />
      <Checkbox
        label={t('approvals.policy.is_active')}
        checked={form.active}
        onChange={(active) => put({ active })}
      />
      {form.command && (
        <p className={styles.sentence} aria-live="polite">
          {sentenceOf(
            { ...form, condition: conditionOf(form) ?? '', needed: Number(form.needed) },
            t,
            language,
          )}
        </p>
      )}
    </>
  )
}
