/** Resolves once everything drawn so far has been painted: a task after the next frame, or at once on a hidden page. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
  })
