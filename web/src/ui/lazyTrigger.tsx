import {
  type ComponentType,
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/**
 * Menus, selects and popovers weigh more than the pages they stand on, so their code is fetched when somebody points at
 * the trigger or brings the keyboard to it. Until then a plain button stands in its place, looking and named the same; it
 * remembers a press, and hands over its focus.
 */

export type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: RefObject<HTMLElement | null> }>

/** What the loaded part is told about what happened to the plain button. */
export interface Handover {
  startOpen: boolean
  takeFocus: boolean
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>

const loaded = new Map<unknown, ComponentType<never>>()

interface LazyTriggerProps<P extends Handover> {
  load: Load<P>
  props: Omit<P, keyof Handover>
  trigger: Trigger
  popup: 'menu' | 'listbox' | 'dialog'
}

export function LazyTrigger<P extends Handover>({ load, props, trigger, popup }: LazyTriggerProps<P>) {
  const [Part, setPart] = useState(() => (loaded.get(load) as ComponentType<P> | undefined) ?? null)
  const [startOpen, setStartOpen] = useState(false)
  const [takeFocus, setTakeFocus] = useState(false)
  const button = useRef<HTMLElement>(null)
  const pressed = useRef(false)
  const ready = useRef<(() => void) | null>(null)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const warm = () => {
    if (Part) return
    void load().then((module) => {
      loaded.set(load, module.default as ComponentType<never>)
      const swap = () => {
        if (gone.current) return
        setTakeFocus(document.activeElement === button.current)
        setPart(() => module.default)
      }
      // Between pressing and letting go the button must stay, or the click would be lost.
      if (pressed.current) ready.current = swap
      else swap()
    })
  }
  const release = () => {
    pressed.current = false
    ready.current?.()
    ready.current = null
  }

  if (Part) {
    return <Part {...({ ...props, startOpen, takeFocus } as unknown as P)} />
  }
  return cloneElement(trigger, {
    ref: button,
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: warm,
    onPointerDown: () => {
      pressed.current = true
      warm()
    },
    onPointerCancel: release,
    onPointerLeave: release,
    onClick: () => {
      setStartOpen(true)
      release()
      warm()
    },
    onKeyDown: (event) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        setStartOpen(true)
        warm()
      }
    },
  })
}

/** Gives the real trigger the focus that its stand-in had, before another key can be pressed. */
export function useHandover({ startOpen, takeFocus }: Handover): RefObject<HTMLElement | null> {
  const trigger = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (takeFocus && !startOpen) trigger.current?.focus({ preventScroll: true })
  }, [takeFocus, startOpen])
  return trigger
}
