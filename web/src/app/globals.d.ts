/** A hash over the translation files, set by the build; the version of their addresses. */
declare const __LOCALES_VERSION__: string

/** React's own, which comes without types. */
declare module 'scheduler' {
  /** So many slices a second; 0: as it chose itself. */
  export function unstable_forceFrameRate(fps: number): void
}
