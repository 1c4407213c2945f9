import type { ReactNode } from 'react'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { DraftedPage } from '../kit/command/DraftedPage'
import { StatusWord } from '../kit/list/Cell'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import type { TrailKind } from '../kit/record/trailKind'
import { trailTab } from '../kit/record/trailTab'
import { Banner } from '../ui/Banner'
import { VersionPeople } from './VersionPeople'
import { VERSION_STATUSES, type Version } from './version'

interface VersionRecordProps {
  version: Version
  /** The list that it is of. */
  list: { label: string; to: string }
  subtitle: string
  /** Of the trail, and of the draft that is kept. */
  subject: TrailKind
  /** Who may write it. */
  permissions: readonly string[]
  actions: ReactNode
  editor: ReactNode
  groups: ReactNode
  /** What it would have done. */
  trial: ReactNode
}

/** One version of rules: its groups, which a draft lets be written, and what it would have done. */
export function VersionRecord(props: VersionRecordProps) {
  const { version, list, subtitle, subject, permissions, actions, editor, groups, trial } = props
  const t = useT('kit', 'pixRules')
  const language = useLanguage()
  const title = `${version.number} · ${version.name}`
  const drafted = version.status === 'draft' && may(permissions)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[list, { label: title }]}
          title={title}
          status={<StatusWord values={VERSION_STATUSES} value={version.status} text={{ t, language }} />}
          subtitle={subtitle}
          actions={actions}
        />
      }
      situation={drafted && !version.may_approve && <Banner tone="info">{t('pixRules.approve.own')}</Banner>}
      main={
        <>
          {drafted ? (
            // Another revision begins anew: what somebody else wrote is not mixed with what is being typed.
            <DraftedPage of={`${subject} ${version.id} ${version.revision}`}>{editor}</DraftedPage>
          ) : (
            groups
          )}
          {trial}
        </>
      }
      side={<VersionPeople version={version} />}
      tabs={[trailTab(t, subject, version.id)]}
    />
  )
}
