import { SCROLLBAR_TIMEOUT } from './constants'

/**
 * Scrollbars of panels marked `data-quiet-scroll` are drawn while the panel is scrolled and half a second longer, and while
 * the pointer or the keyboard is in it (base.css). One listener serves every panel.
 */
export function followScrolling(): () => void {
  const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()
  const listen = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.dataset.quietScroll === undefined) return
    target.dataset.scrolling = ''
    clearTimeout(timers.get(target))
    timers.set(
      target,
      setTimeout(() => delete target.dataset.scrolling, SCROLLBAR_TIMEOUT),
    )
  }
  const how = { capture: true, passive: true }
  document.addEventListener('scroll', listen, how)
  return () => document.removeEventListener('scroll', listen, how)
}
