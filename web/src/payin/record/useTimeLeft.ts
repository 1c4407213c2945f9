import { useEffect, useState } from 'react'
import { timeLeft } from './timeLeft'

/** What is left until a moment, as it goes by; null once it is over. `every`: milliseconds between two looks. */
export function useTimeLeft(until: string, every = 1000): ReturnType<typeof timeLeft> {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return timeLeft(Date.parse(until) - now)
}
