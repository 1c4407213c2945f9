import type { CSSProperties } from 'react'
import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { formatDocument, formatExactPercent } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import type { Request } from './kyc'
import styles from './kyc.module.css'

type Structure = components['schemas']['KycOwnership']

/** Sizes of the drawing in pixels: rows do not wrap, and deeper than a phone is wide nothing moves further in. */
const ROW = 56
const STEP = 20
const DEEPEST = 7
const MARK = 6
const POINTS = 100

const inset = (depth: number) => Math.min(depth, DEEPEST) * STEP

/** Who stands behind a company: its structure drawn row by row, and beside it the people with their part of the whole. */
export function Ownership({ request, structure }: { request: Request; structure: Structure }) {
  const t = useT('kyc')
  const language = useLanguage()
  const percent = (points: number) => formatExactPercent(String(points / POINTS), language)
  return (
    <div className={styles.ownership}>
      <div className={styles.drawing}>
        <Lines structure={structure} />
        <ol aria-label={t('kyc.owners.tree')}>
          <Row
            depth={0}
            name={request.name}
            small={formatDocument(request.document)}
            share={percent(100 * POINTS)}
          />
          {structure.lines.map((line, place) => {
            const key = `${place}`
            return (
              <Row
                key={key}
                depth={line.depth}
                name={line.administrator ? t('kyc.record.administrator', { name: line.name }) : line.name}
                small={[
                  formatDocument(line.document),
                  line.depth > 1 && t('kyc.owners.reached', { share: percent(line.reached) }),
                  line.repeated && t('kyc.owners.repeated'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                share={percent(line.share)}
              />
            )
          })}
        </ol>
      </div>
      <div className={styles.behind}>
        <MiniTable
          label={t('kyc.owners.people')}
          columns={[
            { key: 'name', title: t('kyc.owners.people'), wide: true },
            { key: 'direct', title: t('kyc.owners.direct'), end: true },
            { key: 'share', title: t('kyc.owners.total'), end: true },
          ]}
          rows={structure.owners.map((owner) => ({
            key: owner.document,
            cells: [
              <span key="name" className={styles.person}>
                {owner.name}
                <small className={owner.because ? styles.beneficial : styles.quiet}>
                  {t(`kyc.owners.because_${owner.because ?? 'none'}`)}
                </small>
              </span>,
              percent(owner.direct),
              percent(owner.share),
            ],
          }))}
        />
        <div className={styles.notes}>
          {structure.untraced > 0 && (
            <p>{t('kyc.owners.untraced', { share: percent(structure.untraced) })}</p>
          )}
          {structure.circular && <p>{t('kyc.owners.circular')}</p>}
          <p className={styles.quiet}>{t('kyc.owners.rule', { threshold: percent(structure.threshold) })}</p>
        </div>
      </div>
    </div>
  )
}

function Row({ depth, name, small, share }: { depth: number; name: string; small: string; share: string }) {
  return (
    <li className={styles.part} style={{ '--in': `${inset(depth) + STEP}px` } as CSSProperties}>
      <span className={styles.partName}>
        <span>{name}</span>
        <small className={styles.quiet}>{small}</small>
      </span>
      <span className={styles.partShare}>{share}</span>
    </li>
  )
}

/** From each row a line to the company above it; a square is a company, a circle a person. */
function Lines({ structure }: { structure: Structure }) {
  const rows = [{ depth: 0, company: true }, ...structure.lines]
  const x = (depth: number) => inset(depth) + MARK + 2
  const y = (place: number) => place * ROW + ROW / 2
  return (
    <svg
      className={styles.structure}
      width={inset(DEEPEST) + STEP}
      height={rows.length * ROW}
      aria-hidden="true"
      focusable="false"
    >
      {rows.map(({ depth, company }, place) => {
        const above = rows.slice(0, place).findLastIndex((row) => row.depth === depth - 1)
        const key = `${place}`
        return (
          <g key={key}>
            {above >= 0 && (
              <path d={`M${x(depth - 1)} ${y(above) + MARK} V${y(place)} H${x(depth) - MARK}`} />
            )}
            {company ? (
              <rect x={x(depth) - MARK} y={y(place) - MARK} width={2 * MARK} height={2 * MARK} rx={2} />
            ) : (
              <circle cx={x(depth)} cy={y(place)} r={MARK} />
            )}
          </g>
        )
      })}
    </svg>
  )
}
