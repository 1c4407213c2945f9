/** The arithmetic of the small charts. */

/** The points of a line through the values, from edge to edge of a box; a flat row lies in its middle. */
export function sparkPoints(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map((value, place) => {
      const part = span === 0 ? 0.5 : (value - low) / span
      return `${round(place * step)},${round(height - part * height)}`
    })
    .join(' ')
}

const round = (number: number) => Math.round(number * 100) / 100

/** The same line in two: what is over, and the way to the last value, whose day goes on. */
export function sparkParts(values: readonly number[], width: number, height: number) {
  const points = sparkPoints(values, width, height).split(' ')
  return { over: points.slice(0, -1).join(' '), open: points.slice(-2).join(' ') }
}

/** Round marks for an axis from nothing to at least `most`: three or four of them, 1, 2 or 5 times a power of ten. */
export function marks(most: number): number[] {
  if (most <= 0) return [1]
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each * 4 >= most) ?? power * 10
  const count = Math.ceil(most / step)
  return Array.from({ length: count }, (_, place) => Number(((place + 1) * step).toPrecision(12)))
}
