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
  const { locales, shell, signin, pay, list, screens } = root.dataset
  const path = location.pathname
  const own = screens.split(';').find((screen) => screen.startsWith(path + ' ')) || ''
  const [, texts, ...files] = own.split(' ')
  const all = /^.pay./.test(path)
    ? ['common,kit,charge', '', pay]
    : /^.(verify|docs)./.test(path)
      ? ['common']
      : read('token') || read('refresh_token')
        ? ['common,menu,kit', texts, shell, path.endsWith('/list') && list, ...files]
        : ['common,login', '', signin]
  root.lang = pt ? 'pt-BR' : 'en'
  root.dataset.theme = read('theme') === 'dark' ? 'dark' : 'light'
  ask('/config.json', 'fetch')
  for (const ns of all.splice(0, 2).join().match(/\w+/g))
    ask(`/locales/${pt ? 'pt' : 'en'}/${ns}.json?v=${locales}`, 'fetch')
  for (const url of all.join().match(/\/[^ ,]+/g) || []) ask(url, url.endsWith('css') ? 'style' : '')
})()
