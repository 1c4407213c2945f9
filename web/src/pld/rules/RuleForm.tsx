import { useNavigate, useParams } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { useCommand } from '../../kit/command/useCommand'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextArea, TextInput } from '../../ui/TextInput'
import { ConditionWords } from '../conditionWords'
import { NoAccess } from '../PldTabs'
import { MAY_RULES, optionsOf, RULE_TYPES, type Rule, rulePath, SEVERITIES, TARGETS } from '../pld'
import styles from '../pld.module.css'
import { useVocabulary } from '../useVocabulary'
import { Tester } from './Tester'
import { type Problem, problemText, useTriedLines } from './useTriedLines'

type Input = components['schemas']['RuleChange']
type Shape = components['schemas']['RuleShape']
type Draft = Required<Omit<Input, 'revision' | 'currency' | 'id'>> & { currency: string }

const EMPTY: Draft = {
  name: '',
  description: '',
  conditions: [''],
  rule_type: 'alert',
  target: 'merchant',
  severity: 'medium',
  period_days: 30,
  typologies: [],
  currency: 'BRL',
}
const MOST_LINES = 12

/** A new rule. */
export function NewRule() {
  const t = useT('kit', 'pld')
  if (!may(MAY_RULES)) return <NoAccess />
  return <RuleForm title={t('pld.rules.new')} draft={EMPTY} rule={null} revision={null} />
}

/** The draft of a rule, or a new one that begins as the rule is. */
export function DraftRule() {
  const t = useT('kit', 'pld')
  const { id = '' } = useParams({ strict: false })
  const rule = useRecord(
    'pld.rules',
    id,
    (signal) => body(api.GET('/v1/pld-engine/rules/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  if (!may(MAY_RULES)) return <NoAccess />
  return <Loaded query={rule}>{(found) => <Begun rule={found} title={t('pld.rule.edit')} />}</Loaded>
}

function Begun({ rule, title }: { rule: Rule; title: string }) {
  const written = rule.versions.find(({ status }) => status === 'draft')
  const { name, description, conditions, rule_type, target, severity, period_days, typologies, currency } =
    written ?? rule.current
  return (
    <RuleForm
      key={written?.revision ?? 0}
      title={title}
      draft={{
        name,
        description,
        conditions,
        rule_type,
        target,
        severity,
        period_days,
        typologies,
        currency,
      }}
      rule={rule.id}
      revision={written?.revision ?? null}
    />
  )
}

interface RuleFormProps {
  title: string
  draft: Draft
  rule: string | null
  revision: number | null
}

function RuleForm({ title, draft: begun, rule, revision }: RuleFormProps) {
  const t = useT('common', 'kit', 'pld')
  const navigate = useNavigate()
  const [draft, setDraft] = useState(begun)
  const lines = draft.conditions.map((line) => line.trim()).filter(Boolean)
  const tried = useTriedLines(lines, draft.target, draft.currency)
  const put = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const save = useCommand<Input, Shape>(
    (input, header) =>
      rule
        ? sendCommand('pld:rule:change', { id: rule }, input, header)
        : sendCommand('pld:rule:create', {}, input, header),
    ({ id }) => {
      showAlert('success', t('pld.rule.saved'))
      readAgain('pld:rule:change')
      void navigate({ to: rulePath(id) })
    },
  )
  const input = { ...draft, conditions: lines, name: draft.name.trim(), ...(rule && { revision }) } as Input
  return (
    <div className={styles.page}>
      <PageHeader title={title} subtitle={t('pld.rule.form_text')} />
      <div className={styles.sides}>
        <div className={styles.stack}>
          <Card title={t('pld.rule.what')}>
            <Basics draft={draft} put={put} />
          </Card>
          <Card title={t('pld.rule.conditions')}>
            <Lines
              lines={draft.conditions}
              problems={tried.problems}
              currency={draft.currency}
              put={(conditions) => put({ conditions })}
            />
          </Card>
          <Card title={t('pld.column.typologies')}>
            <Typologies codes={draft.typologies} put={(typologies) => put({ typologies })} />
          </Card>
          {save.failure !== null && (
            <Banner tone="error" role="alert">
              {linesOf(t, save.failure).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Banner>
          )}
          <div className={styles.bar}>
            <Button
              busy={save.pending}
              disabled={!draft.name.trim() || !lines.length || tried.problems.length > 0}
              onClick={() => save.run(input)}
            >
              {t('pld.rule.save')}
            </Button>
          </div>
        </div>
        <Tester tried={tried} target={draft.target} />
      </div>
    </div>
  )
}

function Basics({ draft, put }: { draft: Draft; put: (part: Partial<Draft>) => void }) {
  const t = useT('pld')
  return (
    <div className={styles.stack}>
      <Field label={t('pld.column.name')} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={80}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('pld.rule.description')} optional>
        {(control) => (
          <TextArea
            {...control}
            maxLength={1000}
            value={draft.description}
            onChange={(event) => put({ description: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('pld.column.target')} hint={t('pld.rule.target_hint')}>
          {(control) => (
            <Select
              id={control.id}
              options={optionsOf(t, 'target', TARGETS)}
              value={draft.target}
              onChange={(target) => put({ target: target as Draft['target'] })}
            />
          )}
        </Field>
        <Field label={t('pld.column.severity')}>
          {(control) => (
            <Select
              id={control.id}
              options={optionsOf(
                t,
                'severity',
                SEVERITIES.map(({ value }) => value),
              )}
              value={draft.severity}
              onChange={(severity) => put({ severity: severity as Draft['severity'] })}
            />
          )}
        </Field>
        <Field label={t('pld.column.rule_type')}>
          {(control) => (
            <Select
              id={control.id}
              options={optionsOf(t, 'rule_type', RULE_TYPES)}
              value={draft.rule_type}
              onChange={(type) => put({ rule_type: type as Draft['rule_type'] })}
            />
          )}
        </Field>
        <Field label={t('pld.column.period_days')} hint={t('pld.rule.period_hint')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              maxLength={3}
              value={String(draft.period_days)}
              onChange={(event) =>
                put({
                  period_days: Math.min(
                    180,
                    Math.max(1, Number(event.target.value.replaceAll(/\D/g, '')) || 1),
                  ),
                })
              }
            />
          )}
        </Field>
      </div>
    </div>
  )
}

interface LinesProps {
  lines: readonly string[]
  problems: readonly Problem[]
  currency: string
  put: (lines: string[]) => void
}

/** One condition a line; all of them must hold. */
function Lines({ lines, problems, currency, put }: LinesProps) {
  const t = useT('pld')
  const vocabulary = useVocabulary()
  // The server counts the lines that are written; an empty one is not among them.
  const places = lines.map((line, place) =>
    line.trim() ? lines.slice(0, place).filter((each) => each.trim()).length : -1,
  )
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t('pld.rule.conditions_text')}</p>
      <datalist id="pld-features">
        {vocabulary.data?.features.map(({ name }) => (
          <option key={name} value={`${name} >= `} aria-label={name} />
        ))}
      </datalist>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place
        <div key={place} className={styles.line}>
          <Field
            label={t('pld.rule.line', { place: place + 1 })}
            error={problems
              .filter((each) => each.place === places[place])
              .map((each) => problemText(t, each))
              .join(' ')}
          >
            {(control) => (
              <TextInput
                {...control}
                className={styles.code}
                list="pld-features"
                maxLength={300}
                autoComplete="off"
                spellCheck={false}
                value={line}
                onChange={(event) => put(lines.map((each, at) => (at === place ? event.target.value : each)))}
              />
            )}
          </Field>
          <IconButton
            label={t('pld.rule.remove_line', { place: place + 1 })}
            icon={<Trash2 size={18} strokeWidth={1.75} />}
            disabled={lines.length === 1}
            onClick={() => put(lines.filter((_, at) => at !== place))}
          />
          <ConditionWords line={line} currency={currency} />
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => put([...lines, ''])}
        >
          {t('pld.rule.add_line')}
        </Button>
      </div>
    </div>
  )
}

/** The situations of Carta Circular 4.001 that a hit of this rule points to. */
export function Typologies({ codes, put }: { codes: readonly string[]; put: (codes: string[]) => void }) {
  const t = useT('pld')
  const language = useLanguage()
  const vocabulary = useVocabulary()
  const known = vocabulary.data?.typologies ?? []
  const textOf = (code: string) => {
    const found = known.find((each) => each.code === code)
    return found ? `${code} · ${language === 'pt' ? found.pt : found.en}` : code
  }
  return (
    <div className={styles.stack}>
      {codes.length > 0 && (
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <span>{textOf(code)}</span>
              <IconButton
                label={t('pld.rule.remove_code', { code })}
                icon={<Trash2 size={18} strokeWidth={1.75} />}
                onClick={() => put(codes.filter((each) => each !== code))}
              />
            </li>
          ))}
        </ul>
      )}
      <Field label={t('pld.rule.add_code')}>
        {(control) => (
          <Select
            id={control.id}
            options={[
              { value: '', label: t('pld.rule.choose_code') },
              ...known
                .filter(({ code }) => !codes.includes(code))
                .map(({ code }) => ({ value: code, label: textOf(code) })),
            ]}
            value=""
            onChange={(code) => code && put([...codes, code].toSorted())}
          />
        )}
      </Field>
    </div>
  )
}
