// Before the first paint: theme, language, first files.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {}
  }
  const ask = (href, as = '') => {
    const rel = as ? 'preload' : 'modulepreload'
    document.head.append(Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '' }))
  }
  const pt = read('language') === 'pt'
  const { locales, shell, signin, list } = root.dataset
  const inside = read('token') || read('refresh_token')
  root.lang = pt ? 'pt-BR' : 'en'
  root.dataset.theme = read('theme') === 'dark' ? 'dark' : 'light'
  ask('/config.json', 'fetch')
  for (const ns of inside ? ['common', 'menu', 'kit'] : ['common', 'login'])
    ask(`/locales/${pt ? 'pt' : 'en'}/${ns}.json?v=${locales}`, 'fetch')
  const all = inside ? [shell, /\/list(\?|$)/.test(location) && list] : [signin]
  for (const url of all.join().match(/\/[^ ,]+/g) || []) ask(url, url.endsWith('css') ? 'style' : '')
})()
