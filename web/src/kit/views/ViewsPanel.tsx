import { Check, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../app/action'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import type { ListState } from '../list/search'
import { definitionOf, type Look, type SavedView, type Viewed } from './definition'
import { changeView, deleteView, reloadViews, setDefault } from './server'
import type { CurrentView } from './useCurrentView'
import { ViewForm } from './ViewForm'
import styles from './ViewsPanel.module.css'

const MAY_SHARE = ['lists::sharedViews:write']

interface ViewsPanelProps {
  list: Viewed
  name: string
  state: ListState
  look: Look
  shown: CurrentView
  onClose: () => void
}

type Doing = 'choosing' | 'naming' | 'renaming' | 'deleting'

/** The views of a list: to open, to keep what is on the screen, and to change the one that is open. */
export default function ViewsPanel({ list, name, state, look, shown, onClose }: ViewsPanelProps) {
  const t = useT('common', 'kit', 'views')
  const [doing, setDoing] = useState<Doing>('choosing')
  const { run, pending, failure } = useAction()
  const { current, changed, views = [], adopt } = shown
  const maySave = current !== null && (!current.shared || may(MAY_SHARE))
  const company = useStore(authentication, ({ user }) => user?.company.name ?? '')

  /** Changes something at the server, says what, and loads the views again. */
  const act = async (work: () => Promise<unknown>, said: string, then?: () => void) => {
    if (!(await run(work))) return
    await reloadViews(name)
    showAlert('success', said)
    then?.()
  }
  const open = (view: SavedView) => {
    shown.open(view)
    onClose()
  }
  const leave = (gone?: SavedView) => {
    shown.leave(gone)
    onClose()
  }

  if (doing === 'naming' || (doing === 'renaming' && current)) {
    return (
      <ViewForm
        list={list}
        name={name}
        state={state}
        look={look}
        view={doing === 'renaming' ? current : null}
        company={may(MAY_SHARE) ? company : null}
        onDone={(view, said) => {
          void reloadViews(name).then(() => adopt(view))
          showAlert('success', said)
          onClose()
        }}
        onCancel={() => setDoing('choosing')}
      />
    )
  }
  if (doing === 'deleting' && current) {
    return (
      <div className={styles.panel}>
        <p className={styles.question}>{t('views.delete_question', { name: current.name })}</p>
        <Failure failure={failure} />
        <div className={styles.actions}>
          <Button variant="secondary" size="small" disabled={pending} onClick={() => setDoing('choosing')}>
            {t('views.no')}
          </Button>
          <Button
            variant="danger"
            size="small"
            busy={pending}
            onClick={() =>
              void act(
                () => deleteView(current.id),
                t('views.deleted', { name: current.name }),
                () => leave(current),
              )
            }
          >
            {t('views.yes')}
          </Button>
        </div>
      </div>
    )
  }

  const own = views.filter(({ shared }) => !shared)
  const others = views.filter(({ shared }) => shared)
  const line = (view: SavedView) => (
    <Line
      key={view.id}
      chosen={view.id === current?.id}
      onChoose={() => open(view)}
      aside={
        <IconButton
          size="small"
          aria-pressed={view.is_default}
          label={t(view.is_default ? 'views.no_default' : 'views.make_default', { name: view.name })}
          icon={<Star size={16} strokeWidth={1.75} fill={view.is_default ? 'currentColor' : 'none'} />}
          onClick={() =>
            void act(
              () => setDefault(view.id, !view.is_default),
              t(view.is_default ? 'views.default_off' : 'views.default_on', { name: view.name }),
            )
          }
        />
      }
    >
      {view.name}
    </Line>
  )
  return (
    <div className={styles.panel}>
      <ul className={styles.views} aria-label={t('kit.views.open')}>
        <Line chosen={current === null} onChoose={() => leave()}>
          {t('views.none')}
        </Line>
        {own.map(line)}
      </ul>
      {others.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('views.shared', { company })}</h3>
          <ul className={styles.views}>{others.map(line)}</ul>
        </section>
      )}
      <Failure failure={failure} />
      <div className={styles.actions}>
        {current && changed && maySave && (
          <Button
            size="small"
            busy={pending}
            onClick={() => {
              const keeps = 'period' in current.definition.search
              const definition = definitionOf(list, state, look, keeps)
              void act(() => changeView(current.id, { definition }), t('views.saved', { name: current.name }))
            }}
          >
            {t('views.save')}
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => setDoing('naming')}>
          {t('views.save_as')}
        </Button>
        {maySave && (
          <>
            <Button variant="ghost" size="small" onClick={() => setDoing('renaming')}>
              {t(may(MAY_SHARE) ? 'views.rename_or_share' : 'views.rename')}
            </Button>
            <Button variant="ghost" size="small" onClick={() => setDoing('deleting')}>
              {t('views.delete')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface LineProps {
  chosen: boolean
  onChoose: () => void
  aside?: ReactNode
  children: string
}

function Line({ chosen, onChoose, aside, children }: LineProps) {
  return (
    <li className={styles.line}>
      <button
        type="button"
        className={cx(styles.view, chosen && styles.chosen)}
        aria-pressed={chosen}
        onClick={onChoose}
      >
        <span className={styles.name}>{children}</span>
        {chosen && <Check size={16} aria-hidden />}
      </button>
      {aside}
    </li>
  )
}

function Failure({ failure }: { failure: unknown }) {
  const t = useT('common')
  if (failure === null) return null
  return (
    <Banner tone="error" role="alert">
      {linesOf(t, failure).join(' ')}
    </Banner>
  )
}
