import { useMessages } from '../../../messages/index.ts'
import drawing from './Diagram.module.css'
import { tonesIn } from './describe.ts'
import styles from './Legend.module.css'
import type { Marks } from './marks.ts'

/** What the marks in sight mean. Nothing when there are none. */
export function Legend({ marks }: { marks: Marks }) {
  const t = useMessages('inspector.diagram')
  const tones = tonesIn(marks)
  if (tones.length === 0) return null
  return (
    <ul className={styles.legend} aria-label={t('legend')} data-plain>
      {tones.map(tone => (
        <li key={tone}>
          <span className={drawing.sample} data-tone={tone} aria-hidden="true" />
          {t(`tones.${tone}`)}
        </li>
      ))}
    </ul>
  )
}
