import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { ResourceList } from '../kit/list/ResourceList'
import { buttonClass } from '../ui/Button'
import { MAY_PREVIEW, SIDES } from './file'
import { FILES } from './list'

/** Return files that come true, and those that did. */
export function LiveList() {
  const t = useT('kit', 'returns')
  return (
    <ResourceList
      list={FILES.live}
      title={t('returns.live.title')}
      actions={
        may(MAY_PREVIEW) && (
          <Link to={SIDES.preview} className={buttonClass('secondary')}>
            <FileUp size={18} strokeWidth={1.75} aria-hidden />
            {t('returns.live.send')}
          </Link>
        )
      }
    />
  )
}
