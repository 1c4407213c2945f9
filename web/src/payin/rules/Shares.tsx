import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '../../app/i18n'
import { useAddedFocus } from '../../kit/useAddedFocus'
import { useKeptFocus } from '../../kit/useKeptFocus'
import styles from '../../rules/rules.module.css'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { Group, Rules } from './rules'
import own from './rules.module.css'

interface SharesProps {
  group: Group
  processors: Rules['processors']
  put: (part: Partial<Group>) => void
  wrong: string | undefined
}

/** Where the charges of a group go, by hundredths. */
export function Shares({ group, processors, put, wrong }: SharesProps) {
  const t = useT('pixRules')
  const shares = group.shares ?? []
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, shares.length)
  useAddedFocus(box, shares.length)
  const free = processors.filter(({ id }) => !shares.some(({ processor }) => processor === id))
  const left = Math.max(0, 100 - shares.reduce((sum, { percent }) => sum + percent, 0))
  const change = (place: number, part: Partial<(typeof shares)[number]>) =>
    put({ shares: shares.map((share, at) => (at === place ? { ...share, ...part } : share)) })
  return (
    <div ref={box} tabIndex={-1} className={styles.form}>
      {shares.map((share, place) => (
        <div key={share.processor} className={own.share}>
          <Field label={t('pixRules.share.processor')}>
            {(control) => (
              <Select
                id={control.id}
                options={processors
                  .filter(({ id }) => id === share.processor || free.some((each) => each.id === id))
                  .map(({ id, name, usable }) => ({
                    value: id,
                    label: usable ? name : t('pixRules.share.unusable', { name }),
                  }))}
                value={share.processor}
                onChange={(processor) => change(place, { processor })}
              />
            )}
          </Field>
          <Percent percent={share.percent} put={(percent) => change(place, { percent })} />
          <IconButton
            label={t('pixRules.share.remove')}
            icon={<X size={18} strokeWidth={1.75} />}
            onClick={() => put({ shares: shares.filter((_, at) => at !== place) })}
          />
        </div>
      ))}
      {wrong && <p className={own.error}>{wrong}</p>}
      {free[0] && (
        <div>
          <Button
            size="small"
            variant="secondary"
            icon={<Plus size={16} strokeWidth={1.75} />}
            onClick={() => free[0] && put({ shares: [...shares, { processor: free[0].id, percent: left }] })}
          >
            {t('pixRules.share.add')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** "33", "33 %" and "33,0" are 33; undefined for what is no whole number of hundredths. */
function percentOf(typed: string): number | undefined {
  const whole = /^(\d+)([.,]0*)?\s*%?$/.exec(typed.trim())?.[1]
  return whole !== undefined && Number(whole) <= 100 ? Number(whole) : undefined
}

/** What was typed stands as it was typed. What is no percentage is told so, and counts as none, which is never put into force. */
function Percent({ percent, put }: { percent: number; put: (percent: number) => void }) {
  const t = useT('pixRules')
  const [typed, setTyped] = useState(String(percent))
  return (
    <Field
      label={t('pixRules.share.percent')}
      error={percentOf(typed) === undefined && t('pixRules.share.percent_wrong')}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value)
            put(percentOf(value) ?? 0)
          }}
        />
      )}
    </Field>
  )
}
