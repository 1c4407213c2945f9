import type { LucideProps } from 'lucide-react'

/** An icon of one path; the build makes lucide's into these (build/icons.ts). */
export const icon =
  (path: string) =>
  ({ size = 24, strokeWidth = 2, ...rest }: LucideProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      <path d={path} />
    </svg>
  )
