/** A hash over the translation files, set by the build; the version of their addresses. */
declare const __LOCALES_VERSION__: string
