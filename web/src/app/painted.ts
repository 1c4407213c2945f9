/** Kept when what was drawn until now has been painted: a task after the next frame. A page that is out of sight paints nothing. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
  })
