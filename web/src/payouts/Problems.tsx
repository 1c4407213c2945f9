import { CircleAlert } from 'lucide-react'
import { useT, wordsOf } from '../app/i18n'
import { Banner } from '../ui/Banner'

const wordOf = wordsOf('payoutRegisters')

/** What something lacks, each with what can be done about it. */
export function Problems({
  title,
  group,
  problems,
}: {
  title: string
  group: string
  problems: readonly string[]
}) {
  const t = useT('payoutRegisters')
  if (problems.length === 0) return null
  return (
    <Banner tone="awaiting" icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}>
      <strong>{title}</strong>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{wordOf(t, group, problem)}</li>
        ))}
      </ul>
    </Banner>
  )
}
