import { type ReactNode, useEffect, useState } from 'react'
import { draftTaken, waitingDraft } from '../../app/draft'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import styles from './DraftedPage.module.css'
import { Drafted } from './draft'

export interface DraftedPageProps {
  /** Which form it is. What was typed over one version is not put over another. */
  of: string
  children: ReactNode
}

/** Around a form that is a page, or a card of one: what is typed there is kept as it is in a window. */
export function DraftedPage(props: DraftedPageProps) {
  return <Written key={props.of} {...props} />
}

function Written({ of, children }: DraftedPageProps) {
  const t = useT('kit')
  const [opener] = useState(() => () => of)
  const [draft] = useState(() => waitingDraft(() => [of]))
  useEffect(() => {
    if (draft) draftTaken(draft)
  }, [draft])
  return (
    <Drafted opener={opener} draft={draft} silent>
      <div className={styles.page}>
        {draft && (
          <Banner tone="info" role="status">
            {t('kit.command.again')}
          </Banner>
        )}
        {children}
      </div>
    </Drafted>
  )
}
