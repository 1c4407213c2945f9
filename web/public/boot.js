// Before the first paint: theme, language, and an early start for what the first screen needs.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {}
  }
  const early = (rel, href, as) => {
    const link = Object.assign(document.createElement('link'), { rel, href })
    if (as) {
      link.as = as
      link.crossOrigin = 'anonymous'
    }
    document.head.append(link)
  }
  const pt = stored('language') === 'pt'
  const { locales, shell, signin } = root.dataset
  const inside = stored('token')
  root.lang = pt ? 'pt-BR' : 'en'
  root.dataset.theme = stored('theme') === 'dark' ? 'dark' : 'light'
  early('preload', '/config.json', 'fetch')
  for (const ns of ['common', inside ? 'menu' : 'login']) {
    early('preload', `/locales/${pt ? 'pt' : 'en'}/${ns}.json?v=${locales}`, 'fetch')
  }
  const screen = inside ? shell : signin
  if (screen) early('modulepreload', screen)
})()
