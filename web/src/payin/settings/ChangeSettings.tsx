import { useMemo } from 'react'
import type { CommandField } from '../../app/commandShape'
import { COMMANDS } from '../../app/commands'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { SchemaFields } from '../../kit/command/SchemaFields'
import { pathOf, readValues, type Values } from '../../kit/command/schema'
import { askPlan, sendAny } from '../../kit/command/send'
import styles from './ChangeSettings.module.css'
import { METHODS, type MethodSettings, type Settings, settingsWords } from './settings'

const SHAPE = COMMANDS['payin:settings:set']
/** The version is that of what the person saw. */
const FIELDS = SHAPE.fields.filter(({ name }) => name !== 'version')
const GENERAL = FIELDS.filter(({ name }) => !name.includes('.'))
/** Those of a method, which are the same for each, by their names within it. */
const PARTS = ['accepted', 'percentage', 'fixed'].map(
  (part): CommandField =>
    Object.assign(
      {},
      FIELDS.find(({ name }) => name === `immediate.${part}`),
      { name: part },
    ) as CommandField,
)
type Input = Record<string, unknown>

/** All that a merchant has of its own; what is left empty is the house's. */
export default function ChangeSettings({ settings, onClose }: CommandProps & { settings: Settings }) {
  const t = useT('common', 'kit', 'payinSettings')
  const language = useLanguage()
  const [values, setValues] = useDraft<Values>('values', () => ownValues(settings))
  const ids = { id: String(settings.company_id) }
  const path = pathOf(SHAPE, ids)
  const planning = useMemo(
    () => ({
      ask: (input: Input) => askPlan(SHAPE.method, path, input),
      words: settingsWords(t, language),
      atOnce: false,
    }),
    [path, t, language],
  )
  const change = (name: string, value: Values[string]) => setValues((now) => ({ ...now, [name]: value }))
  return (
    <CommandDialog<Input, Settings>
      command="payin:settings:set"
      title={t('payinSettings.change.title')}
      submit={t('common.action.save')}
      subject={settings.company_name}
      fields={FIELDS.map(({ name }) => name)}
      read={() => {
        const given = readValues(FIELDS, values, t)
        return 'errors' in given ? given : { input: { ...given.input, version: settings.version } }
      }}
      planning={planning}
      send={(input, header) => sendAny<Settings>('payin:settings:set', ids, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('payinSettings.change.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('payinSettings.change.text')}</p>
          <SchemaFields
            fields={GENERAL}
            texts="payinSettings.field"
            values={values}
            errors={errors}
            onChange={change}
          />
          {METHODS.map((method) => (
            <fieldset key={method} className={styles.method}>
              <legend className={styles.legend}>{t(`payinSettings.method.${method}`)}</legend>
              <SchemaFields
                fields={PARTS}
                texts="payinSettings.field"
                values={under(values, method)}
                errors={under<Errors>(errors, method)}
                hints={false}
                options={{ accepted: accepted(t) }}
                onChange={(name, value) => change(`${method}.${name}`, value)}
              />
            </fieldset>
          ))}
        </>
      )}
    </CommandDialog>
  )
}

const partOf = (name: string) => name.slice(name.indexOf('.') + 1)

/** The entries of one method, by the names of its parts. */
function under<Of extends Values | Errors>(all: Of, method: string): Of {
  const own = Object.entries(all).filter(([name]) => name.startsWith(`${method}.`))
  return Object.fromEntries(own.map(([name, value]) => [partOf(name), value])) as Of
}

function accepted(t: Translate) {
  return [
    { value: '', label: t('payinSettings.as_house') },
    { value: 'yes', label: t('payinSettings.yes') },
    { value: 'no', label: t('payinSettings.no') },
  ]
}

function ownValues({ own, minimum, maximum, expires_in, valid_days, percentage, methods }: Settings): Values {
  const has = (name: Settings['own'][number]) => own.includes(name)
  return {
    minimum: has('minimum') ? (minimum?.amount ?? null) : null,
    maximum: has('maximum') ? (maximum?.amount ?? null) : null,
    expires_in: has('expires_in') ? String(expires_in) : '',
    valid_days: has('valid_days') ? String(valid_days) : '',
    percentage: has('percentage') ? percentage : '',
    ...Object.assign({}, ...methods.map(ownOfMethod)),
  }
}

function ownOfMethod({ method, accepted: takes, percentage, fixed, own }: MethodSettings): Values {
  return {
    [`${method}.accepted`]: own.includes('accepted') ? (takes ? 'yes' : 'no') : '',
    [`${method}.percentage`]: own.includes('percentage') ? percentage : '',
    [`${method}.fixed`]: own.includes('fixed') ? fixed.amount : null,
  }
}
