import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { useZone } from '../app/zone'
import { ResourceList } from '../kit/list/ResourceList'
import { Button } from '../ui/Button'
import { Line, Part } from './Part'
import { PAGES, SAMPLES, type State } from './samples'

const STATES: readonly State[] = ['rows', 'empty', 'loading', 'failed']
const LONG = 1e9

export function Lists() {
  const t = useT('showcase')
  const [state, setState] = useState<State>('rows')
  return (
    <Part name="list">
      <Line>
        {STATES.map((one) => (
          <Button
            key={one}
            size="small"
            variant="secondary"
            aria-pressed={one === state}
            onClick={() => setState(one)}
          >
            {t(`showcase.list.${one}`)}
          </Button>
        ))}
      </Line>
      <InState key={state} state={state} />
    </Part>
  )
}

/** A list of the real kind, with answers that are there already or never come. */
function InState({ state }: { state: State }) {
  const t = useT('showcase')
  const account = useStore(settings, (chosen) => chosen.account?.id ?? null)
  const zone = useZone()
  const list = SAMPLES[state]
  const client = useMemo(() => {
    const made = new QueryClient({
      defaultOptions: { queries: { retry: state === 'loading', retryDelay: LONG } },
    })
    const page = PAGES[state]
    if (page) {
      made.setQueryDefaults(['list', list.name, account, zone, 'pages'], {
        initialData: page,
        staleTime: Number.POSITIVE_INFINITY,
      })
    }
    return made
  }, [state, list, account, zone])
  return (
    <QueryClientProvider client={client}>
      <ResourceList list={list} title={t('showcase.list.label')} />
    </QueryClientProvider>
  )
}
