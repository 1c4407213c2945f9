import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { formatNumber } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { wordOf } from '../file'
import { FieldFacts } from './FieldFacts'
import styles from './Lens.module.css'
import { LensLine } from './LensLine'
import { segmentsOf } from './segments'

/** Lines at once. */
const WINDOW = 20

/** The raw lines of a file; of the one that is looked at its fields, with their places and bytes. */
export function Lens({
  file,
  total,
  first,
  base = '/v1/payin/return-files',
}: {
  file: string
  total: number
  first: number
  base?: '/v1/payin/return-files' | '/v1/payouts/return-files'
}) {
  const t = useT('kit', 'returns')
  const language = useLanguage()
  const [line, setLine] = useState(Math.min(first, Math.max(total, 1)))
  const [place, setPlace] = useState(0)
  /** Whether the keyboard walks, and is taken along to another line. */
  const [byKey, setByKey] = useState(false)
  const start = Math.floor((line - 1) / WINDOW) * WINDOW + 1
  const found = useLines(base, file, start)
  const go = (to: number) => {
    setLine(Math.min(Math.max(1, to), total))
    setPlace(0)
  }
  const pick = (to: number) => {
    setByKey(false)
    go(to)
  }
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <Card
      title={t('returns.lens.at', {
        line: formatNumber(line, language),
        total: formatNumber(total, language),
      })}
      actions={
        <>
          <IconButton
            label={t('returns.lens.before')}
            icon={<ChevronLeft {...icon} />}
            disabled={line <= 1}
            onClick={() => pick(line - 1)}
          />
          <IconButton
            label={t('returns.lens.after')}
            icon={<ChevronRight {...icon} />}
            disabled={line >= total}
            onClick={() => pick(line + 1)}
          />
        </>
      }
      flush
    >
      <Loaded query={found} level={2}>
        {({ lines }) => {
          const shown = lines.find(({ number }) => number === line)
          const segments = shown ? segmentsOf(shown) : []
          const onKey = (event: KeyboardEvent) => {
            const step = { ArrowRight: 1, ArrowLeft: -1, Home: -place, End: segments.length - 1 - place }[
              event.key
            ]
            const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: WINDOW, PageUp: -WINDOW }[event.key]
            if (step === undefined && rows === undefined) return
            event.preventDefault()
            setByKey(true)
            if (rows === undefined) setPlace(Math.min(Math.max(0, place + (step ?? 0)), segments.length - 1))
            else go(line + rows)
          }
          return (
            <>
              <div className={styles.box} role="group" aria-label={t('returns.lens.hint')}>
                {lines.map((each) => (
                  <div key={each.number} className={cx(styles.row, each.number === line && styles.open)}>
                    <button
                      type="button"
                      className={styles.number}
                      aria-pressed={each.number === line}
                      aria-label={t('returns.record.look_at', { line: formatNumber(each.number, language) })}
                      onClick={() => pick(each.number)}
                      onKeyDown={onKey}
                    >
                      {each.number}
                    </button>
                    {each.number === line ? (
                      <LensLine
                        segments={segments}
                        place={place}
                        grab={byKey}
                        onPlace={setPlace}
                        onKey={onKey}
                      />
                    ) : (
                      <span className={styles.text}>{each.text}</span>
                    )}
                  </div>
                ))}
              </div>
              {shown && (
                <FieldFacts
                  record={wordOf(t, 'record_type', shown.record)}
                  segment={segments[Math.min(place, segments.length - 1)] ?? null}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function useLines(base: '/v1/payin/return-files' | '/v1/payouts/return-files', file: string, start: number) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['record', 'payin.return_file.raw', account, file, start],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      body(
        api.GET(`${base}/{id}/lines`, {
          params: { path: { id: file }, query: { line: start, count: WINDOW } },
          signal,
        }),
      ),
  })
}
