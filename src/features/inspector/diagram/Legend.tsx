import drawing from './Diagram.module.css'
import { tonesIn } from './describe.ts'
import styles from './Legend.module.css'
import type { Marks } from './marks.ts'
import { texts } from './texts.ts'

/** What the marks in sight mean. Nothing when there are none. */
export function Legend({ marks }: { marks: Marks }) {
  const tones = tonesIn(marks)
  if (tones.length === 0) return null
  return (
    <ul className={styles.legend} aria-label={texts.legend} data-plain>
      {tones.map(tone => (
        <li key={tone}>
          <span className={drawing.sample} data-tone={tone} aria-hidden="true" />
          {texts.tones[tone]}
        </li>
      ))}
    </ul>
  )
}
