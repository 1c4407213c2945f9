import {
  defaultRangeExtractor,
  type ReactVirtualizer,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Rows without end: only those in sight, and some around them, stand in the page; empty space stands for the others. Its
 * code is fetched when a list first shows its rows continuously.
 */

export type Measure = (row: HTMLElement | null) => void

export interface VirtualRowsProps {
  count: number
  /** CSS pixels of a row that nobody has measured yet. */
  estimate: number
  /** The element that contains the rows. */
  place: RefObject<HTMLElement | null>
  /** The box that scrolls; null: the page does. */
  box: RefObject<HTMLElement | null> | null
  /** The place of a row that stays in the page wherever it is scrolled to, because the keyboard is on it; -1: none. */
  keep: number
  /** A row, which carries its place as `data-index` and gives its element to `measure`. */
  row: (index: number, measure: Measure) => ReactNode
  /** Empty space of a height in CSS pixels. */
  space: (height: number) => ReactNode
}

const OVERSCAN = 12

export default function VirtualRows({ box, ...rest }: VirtualRowsProps) {
  return box ? <RowsInBox box={box} {...rest} /> : <RowsInPage {...rest} />
}

function RowsInBox({
  box,
  ...props
}: Omit<VirtualRowsProps, 'box'> & { box: RefObject<HTMLElement | null> }) {
  const start = useStart(props.place, box)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...optionsOf(props, start),
    getScrollElement: () => box.current,
  })
  return <Rows {...props} virtual={virtual} start={start} />
}

function RowsInPage(props: Omit<VirtualRowsProps, 'box'>) {
  const start = useStart(props.place, null)
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtual = useWindowVirtualizer<HTMLElement>(optionsOf(props, start))
  return <Rows {...props} virtual={virtual} start={start} />
}

function optionsOf({ count, estimate, keep }: Omit<VirtualRowsProps, 'box'>, start: number) {
  return {
    count,
    estimateSize: () => estimate,
    overscan: OVERSCAN,
    scrollMargin: start,
    useFlushSync: false,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const shown = defaultRangeExtractor(range)
      if (keep < 0 || keep >= count || shown.includes(keep)) return shown
      return [...shown, keep].toSorted((a, b) => a - b)
    },
  }
}

interface RowsProps extends Pick<VirtualRowsProps, 'row' | 'space'> {
  virtual: Pick<ReactVirtualizer<never, HTMLElement>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>
  start: number
}

function Rows({ virtual, start, row, space }: RowsProps) {
  const items = virtual.getVirtualItems()
  const end = start + virtual.getTotalSize()
  return (
    <>
      {items.map((item, index) => {
        const gap = item.start - (items[index - 1]?.end ?? start)
        return (
          <Fragment key={item.key}>
            {gap > 0 && space(gap)}
            {row(item.index, virtual.measureElement)}
          </Fragment>
        )
      })}
      {space(Math.max(0, end - (items.at(-1)?.end ?? start)))}
    </>
  )
}

/** How far below the beginning of what scrolls the rows begin; what stands above them may grow and shrink. */
function useStart(place: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null> | null): number {
  const [start, setStart] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!place.current) return
      const scrolls = box?.current
      const origin = scrolls ? scrolls.getBoundingClientRect().top - scrolls.scrollTop : -window.scrollY
      setStart(Math.round(place.current.getBoundingClientRect().top - origin))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [place, box])
  return start
}
