import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Language, type Values as TextValues, type Translate, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { TextFile, TextGroup, TextKey } from '../../app/textKeys'
import type { CommandProps } from '../command/CommandButton'
import type { Subject } from '../command/CommandDialog'
import { CommandForm, type CommandFormProps } from '../command/CommandForm'
import type { PlanWords } from '../command/plan'
import type { CommandName } from '../command/schema'
import type { Draws } from '../command/useDrawnAhead'

/** What a row of the table may ask for to find its words. */
export interface ActTools {
  t: Translate
  language: Language
}

type Form = CommandFormProps<unknown>

/** What acts on one kind of thing say alike; a row may say it otherwise. */
interface Told<Given, Result> {
  /** What stands in the path of the Command; the thing's own id without it. */
  ids?: (given: Given) => Readonly<Record<string, string>>
  /** On whom it acts, or on what, where that is not the chosen merchant. */
  subject?: (given: Given, tools: ActTools) => Subject | undefined
  /** What its texts name. */
  values?: (given: Given, tools: ActTools) => TextValues
  /** Shows what would happen, in these words, before it does. */
  plan?: (tools: ActTools, given: Given) => PlanWords
  /** Before the names of its fields' texts. */
  fields?: TextGroup
  /** What its fields hold from the start. */
  initial?: (given: Given) => Form['initial']
  options?: (given: Given, tools: ActTools) => Form['options']
  /** Fields that come first, in this order. */
  lead?: Form['lead']
  check?: Form['check']
  /** Its whole fields that are amounts in minor units, each with its currency. */
  minor?: Form['minor']
  /** Fields that do not matter to what the others say. */
  hidden?: Form['hidden']
  /** Fields that what the others say demands. */
  needed?: Form['needed']
  /** Its text fields that hold a day. */
  days?: Form['days']
  /** Above its text. */
  above?: ReactNode
  /** What it acted on is no more. */
  gone?: boolean
  /** Said when it is done. */
  done?: TextKey
  /** What follows beside that: another page. */
  after?: (result: Result, tools: ActTools & { go: (to: string) => void }, given: Given) => void
}

/** One row: something that can be done, its Command and its texts. */
export interface Act<Given, Result = unknown> extends Told<Given, Result> {
  command: CommandName
  title: TextKey
  submit: TextKey
  /** What it does. */
  text?: TextKey | ((given: Given, tools: ActTools) => string)
  danger?: boolean
  /** What the row itself decides of the Command's input; it has no field. */
  fixed?: Form['fixed']
}

interface Alike<Given, Result> extends Told<Given, Result> {
  /** The files of its texts, beside those of the kit. */
  texts: readonly TextFile[]
  /** The class of the text above the fields. */
  look?: string
}

/**
 * The dialog of all that can be done to one kind of thing: `given` names the row as `what`, and the thing. Use:
 * `export default defineActs<{ id: string }>()({ texts: ['payin'] }, { cancel: { command: 'payin:charge:cancel', … } })`.
 */
export const defineActs =
  <Given extends object, Result = unknown>() =>
  <Rows extends Record<string, Act<Given, Result>>>(
    alike: Alike<Given, Result>,
    rows: Rows,
  ): Draws<CommandProps & Given & { what: keyof Rows & string }> =>
    function ActDialog({ what, onClose, ...rest }) {
      const t = useT('common', 'kit', ...alike.texts)
      const language = useLanguage()
      const navigate = useNavigate()
      const given = rest as unknown as Given
      const { texts: _, look, ...shared } = alike
      const row = rows[what] as Act<Given, Result>
      const act: Act<Given, Result> = { ...shared, ...row }
      const tools = { t, language }
      const values = act.values?.(given, tools)
      const text = typeof act.text === 'function' ? act.text(given, tools) : act.text && t(act.text, values)
      return (
        <CommandForm<Result>
          command={act.command}
          ids={act.ids?.(given) ?? ownId(given)}
          title={t(act.title, values)}
          submit={t(act.submit, values)}
          danger={act.danger}
          subject={act.subject?.(given, tools)}
          texts={act.fields ?? alike.texts[0] ?? 'common'}
          text={
            <>
              {act.above}
              {text && <p className={look}>{text}</p>}
            </>
          }
          initial={act.initial?.(given)}
          options={act.options?.(given, tools)}
          lead={act.lead}
          check={act.check}
          minor={act.minor}
          hidden={act.hidden}
          needed={act.needed}
          days={act.days}
          fixed={act.fixed}
          gone={act.gone}
          words={act.plan?.(tools, given)}
          onDone={(result) => {
            onClose()
            if (act.done) showAlert('success', t(act.done, values))
            act.after?.(result, { ...tools, go: (to) => void navigate({ to }) }, given)
          }}
          onClose={onClose}
        />
      )
    }

function ownId(given: object): Readonly<Record<string, string>> {
  return 'id' in given ? { id: String(given.id) } : {}
}
