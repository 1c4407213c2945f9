import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { useT } from '../app/i18n'
import styles from './Dialog.module.css'
import { DialogFrame, type FrameAsked, FrameThere } from './DialogFrame'
import { IconButton } from './IconButton'

export interface DialogWindowProps {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Above the title: where this is. */
  above?: ReactNode
  /** Under the title: in what state this is. */
  below?: ReactNode
  /** Beside the way out. */
  tools?: ReactNode
  /** The part that scrolls. */
  bodyRef?: RefObject<HTMLDivElement | null>
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: FrameAsked['size']
  /** False: no way out but the actions inside. */
  closable?: boolean
  onClose: () => void
  /** Where the keyboard begins; without it, at the first field, if there is one. */
  initialFocus?: RefObject<HTMLElement | null>
}

const byFinger = typeof matchMedia === 'undefined' ? null : matchMedia('(pointer: coarse)')

const FIELD = ':is(input, textarea, [role=combobox]):not(:disabled, [aria-hidden=true], [type=file])'
const TAKEN = 'input[type=radio]:checked'

/** The first field; among choices the one that is taken, as Tab would find it. */
function firstField(body: HTMLElement | null): HTMLElement | null {
  const first = body?.querySelector<HTMLElement>(FIELD) ?? null
  if (!first?.matches('[type=radio]')) return first
  return first.closest('[role=radiogroup], fieldset')?.querySelector<HTMLElement>(TAKEN) ?? first
}

export default function DialogWindow({
  title,
  description,
  children,
  above,
  below,
  tools,
  bodyRef,
  footer,
  size = 'small',
  closable = true,
  onClose,
  initialFocus,
}: DialogWindowProps) {
  const t = useT('common')
  const own = useRef<HTMLDivElement>(null)
  const body = bodyRef ?? own
  // On a touch screen a field would bring the keyboard up over what the window says.
  const start = () => (!byFinger?.matches && firstField(body.current)) || true
  return (
    <Framed size={size} closable={closable} onClose={onClose} initialFocus={initialFocus ?? start}>
      <header className={styles.header}>
        <div className={styles.words}>
          {above}
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          {description && (
            <Dialog.Description className={styles.description}>{description}</Dialog.Description>
          )}
          {below}
        </div>
        <div className={styles.tools}>
          {tools}
          {closable && (
            <IconButton plain label={t('common.action.close')} icon={<X size={18} />} onClick={onClose} />
          )}
        </div>
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </Framed>
  )
}

/** In the frame that was there before it, where there is one; else in its own. */
function Framed({ children, ...asked }: FrameAsked & { children: ReactNode }) {
  const there = use(FrameThere)
  const self = useRef({})
  useLayoutEffect(() => there?.ask(asked))
  useEffect(() => there?.begin(self.current), [there])
  // A window that opens from within has its own.
  return there ? (
    <FrameThere value={null}>{children}</FrameThere>
  ) : (
    <DialogFrame {...asked}>{children}</DialogFrame>
  )
}
