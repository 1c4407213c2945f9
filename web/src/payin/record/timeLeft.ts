/** What is left of a time: whole days, and the rest as a clock; null once it is over. Milliseconds. */
export function timeLeft(ms: number): { days: number; clock: string } | null {
  if (ms <= 0) return null
  const seconds = Math.floor(ms / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two)
  return { days: Math.floor(seconds / 86_400), clock: clock.join(':') }
}
