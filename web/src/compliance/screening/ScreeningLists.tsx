import { Search } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readSections } from '../../kit/command/subjects'
import { AS_BODY } from '../../kit/files/Files'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { NavTabs } from '../../ui/NavTabs'
import { Select } from '../../ui/Select'
import styles from '../compliance.module.css'
import { CHECKS, FILES, HITS, LISTS, LOOKS, PAIRS } from './lists'
import { SendFile } from './SendFile'
import {
  CHECKS_PATH,
  FILES_PATH,
  HITS_PATH,
  LISTS_PATH,
  LOOKS_PATH,
  MAY_REVIEW_LOOKS,
  MAY_WRITE,
  PAIRS_PATH,
  PURPOSES,
} from './screening'

const create = lazyDialog(async () => ({ default: (await import('./forms')).NewCheck }))

function Tabs() {
  const t = useT('screening')
  return (
    <NavTabs
      label={t('screening.tab.name')}
      tabs={[
        { to: CHECKS_PATH, label: t('screening.tab.checks') },
        { to: HITS_PATH, label: t('screening.tab.hits') },
        { to: LISTS_PATH, label: t('screening.tab.lists') },
        { to: PAIRS_PATH, label: t('screening.tab.whitelist') },
        { to: FILES_PATH, label: t('screening.tab.files') },
        ...(may(MAY_REVIEW_LOOKS) ? [{ to: LOOKS_PATH, label: t('screening.tab.looks') }] : []),
      ]}
    />
  )
}

/** Questions about people and companies, with who asked and what for. */
export function ChecksList() {
  const t = useT('kit', 'screening')
  return (
    <ResourceList
      list={CHECKS}
      title={t('screening.title')}
      caption={t('screening.caption')}
      actions={
        <CommandButton
          dialog={create}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Search size={18} strokeWidth={1.75} />}
        >
          {t('screening.new_check.open')}
        </CommandButton>
      }
      tabs={<Tabs />}
    />
  )
}

/** Who is like an entry of a list, and waits for a person. */
export function HitsList() {
  const t = useT('kit', 'screening')
  return <ResourceList list={HITS} title={t('screening.title')} tabs={<Tabs />} />
}

/** The lists, and how old what they say is. */
export function ListsList() {
  const t = useT('kit', 'screening')
  return <ResourceList list={LISTS} title={t('screening.title')} tabs={<Tabs />} />
}

/** Pairs that are no hit for a while. */
export function WhitelistList() {
  const t = useT('kit', 'screening')
  return <ResourceList list={PAIRS} title={t('screening.title')} tabs={<Tabs />} />
}

/** Who of the staff looked at whom each day, and how often without a task of theirs. */
export function LooksList() {
  const t = useT('common', 'kit', 'screening')
  if (!may(MAY_REVIEW_LOOKS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={LOOKS}
      title={t('screening.title')}
      caption={t('screening.looks.caption')}
      tabs={<Tabs />}
    />
  )
}

/** Files of documents that are checked one by one. */
export function FilesList() {
  const t = useT('kit', 'screening')
  const [purpose, setPurpose] = useState<(typeof PURPOSES)[number]>('onboarding')
  return (
    <ResourceList
      list={FILES}
      title={t('screening.title')}
      caption={t('screening.upload.file_hint')}
      actions={
        <div className={styles.row}>
          <div>
            <Select
              label={t('screening.field.purpose')}
              options={PURPOSES.map((value) => ({ value, label: t(`screening.purpose.${value}`) }))}
              value={purpose}
              onChange={(value) => setPurpose(value as typeof purpose)}
            />
          </div>
          <SendFile
            label={t('screening.upload.file')}
            accept=".csv,.txt"
            send={async (file) => {
              await body(
                api.POST('/v1/compliance/check-files', {
                  params: { query: { name: file.name.slice(-200), purpose } },
                  body: file as never,
                  ...AS_BODY,
                }),
              )
              showAlert('success', t('screening.upload.file_done'))
              readSections(['compliance'])
            }}
          />
        </div>
      }
      tabs={<Tabs />}
    />
  )
}
