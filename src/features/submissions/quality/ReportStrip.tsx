import type { Facet } from '../../../domain/qualityReport.ts'
import type { Standing } from '../../../domain/ruleStanding.ts'
import { useMessages } from '../../../messages/index.ts'
import { Link, PartMark, PartsBar, type PartTone } from '../../../ui/index.ts'
import styles from './ReportStrip.module.css'

export interface ReportStripProps {
  rules: number
  outside: number
  /** The rules by what has become of them since the compared upload. */
  standings: ReadonlyMap<string, number>
  /** Names the compared submission; undefined where there is none. */
  against: string | undefined
  hrefOfFacet: (facet: Facet, values: readonly string[]) => string
}

const parts = [
  { id: 'new', tone: 'failed' },
  { id: 'worse', tone: 'failedSoft' },
  { id: 'unchanged', tone: 'neutral' },
  { id: 'better', tone: 'goodSoft' },
  { id: 'mended', tone: 'good' },
] as const satisfies readonly { id: Standing; tone: PartTone }[]

/** How many rules are outside tolerance, and what has become of them since the compared upload (specification 2 §2.9). */
export function ReportStrip({ rules, outside, standings, against, hrefOfFacet }: ReportStripProps) {
  const t = useMessages('submissions.quality')
  const known = parts.map(part => ({ ...part, value: standings.get(part.id) ?? 0 }))
  const words = known.map(({ id, value }) => t(`strip.${id}`, { count: value }))
  return (
    <div className={styles.strip}>
      <h2 className={styles.sentence}>{t('strip.sentence', { total: rules, outside })}</h2>
      {against !== undefined && known.some(({ value }) => value > 0) && (
        <>
          <PartsBar label={t('strip.picture', { against, parts: words.join(', ') })} parts={known} />
          <ul className={styles.legend} data-plain aria-label={against}>
            {known.map(({ id, tone, value }, at) => (
              <li key={id}>
                <PartMark tone={tone} />
                {value === 0 ? (
                  <span className={styles.none}>{words[at]}</span>
                ) : (
                  <Link href={hrefOfFacet('standing', [id])} variant="quiet">
                    {words[at]}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
