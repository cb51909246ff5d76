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
  tone?: Tone
  href?: string
  /** Whether it is the one that was chosen of steps that lead somewhere. */
  isChosen?: boolean
}

export interface StepFunnelProps extends ChartProps {
  steps: readonly FunnelStep[]
  /** Names of the two columns of the table. */
  labelHeader: string
  valueHeader: string
}

/** How many things stand at each step of a way, as columns in its order. */
export function StepFunnel(props: StepFunnelProps) {
  const { steps, labelHeader, valueHeader, format = formatCount } = props
  const highest = Math.max(1, ...steps.map(step => step.count))
  const table = {
    columns: [labelHeader, valueHeader],
    rows: steps.map(step => ({ id: step.id, cells: [step.label, format(step.count)] })),
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
            <Columns share={step.count / highest} />
            <span className={styles.count}>{format(step.count)}</span>
            <span className={styles.funnelLabel}>
              {step.tone && <Icon name={toneIcons[step.tone]} />}
              {step.href ? (
                <Link href={step.href} variant="row" aria-current={step.isChosen ? 'true' : undefined}>
                  {step.label}
                </Link>
              ) : (
                step.label
              )}
            </span>
            {step.note && <span className={styles.funnelNote}>{step.note}</span>}
          </li>
        ))}
      </ol>
    </ChartFrame>
  )
}

/** The share drawn upwards for wide places and along the line for narrow ones; the style sheet shows one of them. */
function Columns({ share }: { share: number }) {
  const top = percent(1 - share)
  const end = percent(share)
  return (
    <>
      <svg className={styles.column} data-way="up" aria-hidden="true" focusable="false">
        <rect className={styles.columnFill} width="100%" y={top} height={end} />
        <line className={styles.base} x1="0" x2="100%" y1="100%" y2="100%" />
        <line className={styles.columnTop} x1="0" x2="100%" y1={top} y2={top} />
      </svg>
      <svg className={styles.column} data-way="along" aria-hidden="true" focusable="false">
        <rect className={styles.columnFill} width={end} height="100%" />
        <line className={styles.columnTop} x1={end} x2={end} y1="0" y2="100%" />
      </svg>
    </>
  )
}

/** A share of 0 to 1 as a percentage for an SVG length, to a hundredth. */
const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`
