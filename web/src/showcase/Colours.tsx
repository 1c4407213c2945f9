import { Part } from './Part'
import styles from './showcase.module.css'

const COLOURS =
  `canvas surface raised sunken line line-strong control text muted faint primary on-primary primary-hover
  primary-weak secondary secondary-weak awaiting awaiting-weak atention atention-weak error error-weak on-error info
  info-weak success success-weak float on-float`.split(/\s+/)

export function Colours() {
  return (
    <Part name="colours">
      <ul className={styles.colours}>
        {COLOURS.map((name) => (
          <li key={name} className={styles.swatch}>
            <span className={styles.colour} style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Part>
  )
}
