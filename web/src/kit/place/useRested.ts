import { useEffect, useState } from 'react'

/** Milliseconds without a key until what is typed is looked at. */
const PAUSE = 300

/** What is typed, once it has rested for a moment. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}
