import { useMemo } from 'react'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { Guarded } from '../kit/Guarded'
import { ResourceList } from '../kit/list/ResourceList'
import { SEE_LOG } from './audit'
import { activity } from './list'

/** The activity log: what was done, by whom, to what. */
export function ActivityList() {
  const t = useT('kit', 'audit')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const ofAll = account === null || account === 'all'
  const list = useMemo(() => activity(ofAll), [ofAll])
  return (
    <Guarded permissions={SEE_LOG}>
      <ResourceList list={list} title={t('audit.title')} caption={t('audit.caption')} />
    </Guarded>
  )
}
