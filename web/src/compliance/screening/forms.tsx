import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { FixedForm } from '../FixedForm'
import { checkPath, type Hit, NOT_THE_ONE, PURPOSES, type Version, type WatchList } from './screening'

const TEXTS = ['common', 'kit', 'screening'] as const

/** Checks a document or a name. */
export function NewCheck({ onClose }: CommandProps) {
  const t = useT(...TEXTS)
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['DocumentCheck']>
      command="compliance:document_check:create"
      title={t('screening.new_check.title')}
      submit={t('screening.new_check.submit')}
      subject={{ thing: t('screening.new_check.subject') }}
      texts="screening.field"
      text={<p>{t('screening.new_check.text')}</p>}
      initial={{ purpose: 'onboarding' }}
      options={{ purpose: PURPOSES.map((value) => ({ value, label: t(`screening.purpose.${value}`) })) }}
      onClose={onClose}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: checkPath(id) })
      }}
    />
  )
}

/** Makes a check again that failed. */
export function RedoCheck({ id, onClose }: CommandProps & { id: string }) {
  const t = useT(...TEXTS)
  return (
    <CommandForm
      command="compliance:document_check:redo"
      ids={{ id }}
      title={t('screening.redo.title')}
      submit={t('screening.redo.open')}
      subject={{ thing: t('screening.new_check.subject') }}
      texts="screening.field"
      text={<p>{t('screening.redo.text')}</p>}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t('screening.redo.done'))
      }}
    />
  )
}

/** Confirms a hit, says that it is not the one, or opens it again. */
export function DecideHit({
  hit,
  decision,
  onClose,
}: CommandProps & { hit: Hit; decision: 'confirm' | 'not_the_one' | 'reopen' }) {
  const t = useT(...TEXTS)
  const whys = decision === 'confirm' ? (['same_person'] as const) : NOT_THE_ONE
  return (
    <CommandForm
      command="compliance:hit:decide"
      ids={{ id: hit.id }}
      title={t(`screening.decide.${decision}_title`)}
      submit={t(`screening.decide.${decision}`)}
      subject={{ thing: `${hit.subject} · ${hit.listed}` }}
      texts="screening.field"
      text={<p>{t(`screening.decide.${decision}_text`)}</p>}
      danger={decision === 'confirm'}
      initial={{ why: whys[0] }}
      options={{ why: whys.map((value) => ({ value, label: t(`screening.why.${value}`) })) }}
      // Only a pair that is no hit goes onto the whitelist.
      fixed={decision === 'not_the_one' ? { decision } : { decision, whitelist_until: null }}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t(`screening.decide.${decision}_done`))
      }}
    />
  )
}

type OfList = CommandProps & { list: WatchList }

/** Changes name, source, age and threshold of a list. */
export function ChangeList({ list, onClose }: OfList) {
  const t = useT(...TEXTS)
  return (
    <CommandForm
      command="compliance:watch_list:change"
      ids={{ id: list.id }}
      title={t('screening.change_list.title')}
      submit={t('common.action.save')}
      subject={{ thing: list.name }}
      texts="screening.field"
      initial={{
        name: list.name,
        source_url: list.source_url ?? '',
        max_age_days: String(list.max_age_days),
        threshold: String(list.threshold),
      }}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t('screening.change_list.done'))
      }}
    />
  )
}

/** Fetches a list from its source, or compares it with everybody again. */
export function RunList({ list, what, onClose }: OfList & { what: 'fetch' | 'screen' }) {
  const t = useT(...TEXTS)
  return (
    <CommandForm
      command={`compliance:watch_list:${what}`}
      ids={{ id: list.id }}
      title={t(`screening.${what}.title`)}
      submit={t(`screening.${what}.open`)}
      subject={{ thing: list.name }}
      texts="screening.field"
      text={<p>{t(`screening.${what}.text`)}</p>}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t(`screening.${what}.done`))
      }}
    />
  )
}

/** Accepts or discards a version that is held, or goes back to a former one. */
export function DecideVersion({
  version,
  decision,
  onClose,
}: CommandProps & { version: Version; decision: 'accept' | 'discard' | 'roll_back' }) {
  const t = useT(...TEXTS)
  return (
    <FixedForm
      command="compliance:list_version:decide"
      ids={{ id: version.id }}
      title={t(`screening.version.${decision}_title`)}
      submit={t(`screening.version.${decision}`)}
      subject={{ thing: version.file_name }}
      texts="screening.field"
      text={<p>{t(`screening.version.${decision}_text`)}</p>}
      danger={decision !== 'discard'}
      fixed={{ name: 'decision', value: decision }}
      done={t(`screening.version.${decision}_done`)}
      onClose={onClose}
    />
  )
}
