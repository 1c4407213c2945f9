import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../../app/api'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import { useZone } from '../../../app/zone'
import { dayOf } from '../../../kit/calendar'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Checkbox } from '../../../ui/Checkbox'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import type { ScheduleRecord } from '../schedule'
import { Preview } from './Preview'
import styles from './ScheduleForm.module.css'
import { fieldsOf, readSchedule, rhythmInput, type ScheduleFields, type ScheduleInput } from './scheduleForm'
import { type Put, When } from './When'

export interface ScheduleFormProps extends CommandProps {
  /** Changed by this form; without it another is written down. */
  schedule?: ScheduleRecord
}

const FIELDS = [
  'name',
  'bank_account',
  'amount',
  'keep',
  'frequency',
  'starts_on',
  'ends_on',
  'weekday',
  'day',
  'rule',
  'time_zone',
  'hour',
]

/** Writes a schedule down, or changes it, with the next five runs in sight. */
export default function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const t = useT('common', 'kit', 'deposits')
  const zone = useZone()
  const [form, setForm] = useDraft('form', () => fieldsOf(schedule ?? null, zone, dayOf(new Date(), zone)))
  const put: Put = (part) => setForm((now) => ({ ...now, ...part }))
  const action = schedule ? 'edit' : 'create'
  return (
    <CommandDialog<ScheduleInput, unknown>
      command={schedule ? 'account:schedule:edit' : 'account:schedule:create'}
      title={t(`deposits.schedule.${action}.title`)}
      submit={t(`deposits.schedule.${action}.submit`)}
      size="large"
      fields={FIELDS}
      read={() => readSchedule(form, t)}
      send={(input, header) =>
        schedule
          ? sendCommand('account:schedule:edit', { id: schedule.id }, input, header)
          : sendCommand('account:schedule:create', {}, input, header)
      }
      onDone={() => {
        onClose()
        showAlert('success', t(`deposits.schedule.${action}.done`))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <div className={styles.form}>
          <div className={styles.fields}>
            <What form={form} errors={errors} put={put} />
            <When form={form} errors={errors} put={put} own={zone} />
          </div>
          <Preview rhythm={rhythmInput(form)} />
        </div>
      )}
    </CommandDialog>
  )
}

/** How much goes where. */
function What({ form, errors, put }: { form: ScheduleFields; errors: Errors; put: Put }) {
  const t = useT('deposits')
  const { data: accounts = [] } = useQuery({
    queryKey: ['list', 'schedule-accounts'],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/account/bank-accounts', {
          params: { query: { status: 'verified', per_page: 200 } },
          signal,
        }),
      ),
  })
  const options = accounts.map(({ id, nickname }) => ({ value: id, label: nickname ?? id }))
  return (
    <>
      <Field label={t('deposits.schedule.column.name')} error={errors.name} required>
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
      <Field
        label={t('deposits.schedule.column.destination')}
        hint={t('deposits.schedule.destination_hint')}
        error={errors.bank_account}
        required
      >
        {(control) => (
          <Select
            id={control.id}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            options={options}
            placeholder={t('deposits.schedule.choose')}
            value={form.bank_account || null}
            onChange={(bank_account) => put({ bank_account })}
          />
        )}
      </Field>
      <Checkbox
        label={t('deposits.schedule.whole_hint')}
        checked={form.whole}
        onChange={(whole) => put({ whole })}
      />
      <Field
        label={t(form.whole ? 'deposits.schedule.column.keep' : 'deposits.schedule.column.amount')}
        error={form.whole ? errors.keep : errors.amount}
        required={!form.whole}
      >
        {(control) =>
          form.whole ? (
            <MoneyInput {...control} value={form.keep} onChange={(keep) => put({ keep })} />
          ) : (
            <MoneyInput {...control} value={form.amount} onChange={(amount) => put({ amount })} />
          )
        }
      </Field>
    </>
  )
}
