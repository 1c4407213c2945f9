// Before the first paint: theme, language, and what comes first.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {}
  }
  const early = (href, as) => {
    const rel = as ? 'preload' : 'modulepreload'
    const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
    if (as) link.as = as
    document.head.append(link)
  }
  const pt = stored('language') === 'pt'
  const { locales, shell, signin } = root.dataset
  const inside = stored('token') || stored('refresh_token')
  root.lang = pt ? 'pt-BR' : 'en'
  root.dataset.theme = stored('theme') === 'dark' ? 'dark' : 'light'
  early('/config.json', 'fetch')
  for (const ns of inside ? ['common', 'menu', 'kit'] : ['common', 'login'])
    early(`/locales/${pt ? 'pt' : 'en'}/${ns}.json?v=${locales}`, 'fetch')
  for (const file of ((inside ? shell : signin) || '').split(' '))
    if (file) early(file, file.endsWith('css') && 'style')
})()
