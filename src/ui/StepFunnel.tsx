import { type Tone, toneIcons } from './Badge.tsx'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import styles from './Charts.module.css'
import { formatCount } from './format.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export interface FunnelStep {
  id: string
  label: string
  count: number
  /** A quiet line under the count. */
  note?: string
  /** A part of the count that is drawn dark, and what it is, in words. */
  part?: { count: number; label: string }
  tone?: Tone
  href?: string
  /** The link was pressed. */
  onPress?: () => void
  /** Whether it is the one that was chosen of steps that lead somewhere. */
  isChosen?: boolean
}

export interface StepFunnelProps extends ChartProps {
  steps: readonly FunnelStep[]
  /** Names of the two columns of the table. */
  labelHeader: string
  valueHeader: string
  /** Name of the column of the parts in full colour. */
  partHeader?: string
}

/** How many things stand at each step of a way, as columns in its order. */
export function StepFunnel(props: StepFunnelProps) {
  const { steps, labelHeader, valueHeader, partHeader, format = formatCount } = props
  const highest = Math.max(1, ...steps.map(step => step.count))
  const table = {
    columns: [labelHeader, valueHeader, ...(partHeader ? [partHeader] : [])],
    rows: steps.map(({ id, label, count, part }) => ({
      id,
      cells: [label, format(count), ...(partHeader ? [part?.count ? part.label : format(0)] : [])],
    })),
  }
  return (
    <ChartFrame {...props} table={table}>
      <ol className={styles.funnel} data-plain>
        {steps.map(step => (
          <li
            key={step.id}
            className={styles.funnelStep}
            data-tone={step.tone}
            data-leads={step.href !== undefined || undefined}
            data-chosen={step.isChosen || undefined}
          >
            <Columns share={step.count / highest} part={(step.part?.count ?? 0) / highest} />
            <span className={styles.count}>{format(step.count)}</span>
            <span className={styles.funnelLabel}>
              {step.tone && <Icon name={toneIcons[step.tone]} />}
              {step.href ? (
                <Link
                  href={step.href}
                  {...(step.onPress && { onPress: step.onPress })}
                  variant="row"
                  {...(step.isChosen && { 'aria-current': 'true' })}
                >
                  {step.label}
                </Link>
              ) : (
                step.label
              )}
            </span>
            {step.part && step.part.count > 0 && (
              <span className={styles.funnelNote} data-part>
                {step.part.label}
              </span>
            )}
            {step.note && <span className={styles.funnelNote}>{step.note}</span>}
          </li>
        ))}
      </ol>
    </ChartFrame>
  )
}

/** The share drawn upwards for wide places and along the line for narrow ones; the style sheet shows one of them. */
function Columns({ share, part }: { share: number; part: number }) {
  const top = percent(1 - share)
  const end = percent(share)
  return (
    <>
      <svg className={styles.column} data-way="up" aria-hidden="true" focusable="false">
        <rect className={styles.columnFill} width="100%" y={top} height={end} />
        <rect className={styles.columnPart} width="100%" y={percent(1 - part)} height={percent(part)} />
        <line className={styles.base} x1="0" x2="100%" y1="100%" y2="100%" />
      </svg>
      <svg className={styles.column} data-way="along" aria-hidden="true" focusable="false">
        <rect className={styles.columnFill} width={end} height="100%" />
        <rect className={styles.columnPart} width={percent(part)} height="100%" />
        <line className={styles.base} x1="0" x2="0" y1="0" y2="100%" />
      </svg>
    </>
  )
}

/** A share of 0 to 1 as a percentage for an SVG length, to a hundredth. */
const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`
