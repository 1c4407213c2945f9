import { CircleAlert, CircleCheck } from 'lucide-react'
import { Banner } from '../ui/Banner'

export interface Message {
  tone: 'success' | 'error'
  lines: string[]
}

/** The status message of a form: green or red, as a list when there is more than one line. */
export function FormMessage({ message }: { message: Message | null }) {
  if (!message) return null
  const Icon = message.tone === 'success' ? CircleCheck : CircleAlert
  return (
    <Banner
      tone={message.tone}
      role={message.tone === 'error' ? 'alert' : 'status'}
      icon={<Icon size={18} aria-hidden />}
    >
      {message.lines.length > 1 ? (
        <ul>
          {message.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        message.lines[0]
      )}
    </Banner>
  )
}
