import * as storage from './storage'
import { createStore, useStore } from './store'

export type Theme = 'light' | 'dark'

const theme = createStore<{ mode: Theme }>({ mode: storage.read('theme') === 'dark' ? 'dark' : 'light' })

export function setTheme(mode: Theme): void {
  storage.write('theme', mode)
  document.documentElement.dataset.theme = mode
  theme.set({ mode })
}

export function useTheme(): Theme {
  return useStore(theme, (state) => state.mode)
}
