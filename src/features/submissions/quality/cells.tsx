import { changeUnit } from '../../../domain/allowance.ts'
import { ruleDefectTag } from '../../../domain/ruleDefect.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { formatCount, formatPercentage, Hidden, Icon, Link, RangeBar, StatusTag } from '../../../ui/index.ts'
import { useMeasured } from '../../common/useMeasured.ts'
import styles from './columns.module.css'
import type { RuleLine } from './rows.ts'

type T = Translate<'submissions.quality'>

/** What the whole file has, what was expected by the record before, and the change. */
export function MeasuredValue({ line }: { line: RuleLine }) {
  const t = useMessages('submissions.quality')
  const measured = useMeasured()
  const { measuredNow, measuredBefore, measuredPercent, measuredIn } = line
  return (
    <span className={styles.two}>
      <b>{measuredPercent === null ? t('report.notMeasured') : measured(measuredPercent, measuredIn)}</b>
      {measuredNow !== null && measuredBefore !== null && (
        <span className={styles.quiet}>
          {t('report.measured', { now: measuredNow, before: measuredBefore })}
        </span>
      )}
    </span>
  )
}

/** The name in words, which leads to the records, and under it the code. */
export function RuleName({ line, href }: { line: RuleLine; href: string }) {
  const t = useMessages('submissions.quality')
  return (
    <span className={styles.rule} title={`${line.name} (${line.code})`}>
      {line.isSpecialist ? (
        <span className={styles.code}>
          <Link href={href} variant="quiet">
            {line.code}
          </Link>
        </span>
      ) : (
        <>
          <span className={styles.name}>
            <Link href={href} variant="row">
              {line.name}
            </Link>
          </span>
          <span className={styles.code}>{line.code}</span>
        </>
      )}
      <Hidden>
        {line.isOutside ? t('report.outside') : t('report.inside')}
        {line.isSpecialist && ` ${line.regulator}`}
      </Hidden>
    </span>
  )
}

/** Records that fail, and their share; nothing for a rule that measures the whole file. */
export function Failure({ line }: { line: RuleLine }) {
  const text = useText()
  if (line.comparesFiles) return null
  if (line.isRuleDefect)
    return (
      <span className={styles.two}>
        <b>{formatCount(line.failures)}</b>
        <StatusTag tone="attention" variant="plain">
          {text(ruleDefectTag)}
        </StatusTag>
      </span>
    )
  return (
    <span className={styles.two}>
      <b>{formatCount(line.failures)}</b>
      <span className={styles.quiet}>{formatPercentage(line.percentage)}</span>
    </span>
  )
}

const pictureOf = (t: T, line: RuleLine): string => {
  const { comparesFiles, measuredPercent, percentage, allowed } = line
  if (line.isRuleDefect) return t('report.pictures.defect')
  if (!allowed) return t('report.pictures.any', { value: percentage })
  if (!comparesFiles) return t('report.pictures.share', { value: percentage, allowed: allowed.to })
  const unit = changeUnit(line.measuredIn)
  return measuredPercent === null
    ? t('report.pictures.unmeasured', { unit, ...allowed })
    : t('report.pictures.change', { unit, value: measuredPercent, ...allowed })
}

/** What is allowed, drawn and in words. */
export function Tolerance({ line }: { line: RuleLine }) {
  const t = useMessages('submissions.quality')
  const share = line.comparesFiles ? line.measuredPercent : line.percentage
  return (
    <span className={styles.two}>
      <RangeBar
        value={line.isRuleDefect ? null : share}
        allowed={line.allowed}
        scale={line.comparesFiles ? 'change' : 'share'}
        label={pictureOf(t, line)}
      />
      <span className={styles.quiet}>
        {line.tolerance || t('report.noTolerance')}
        {line.isOverride && <Icon name="check" size="small" label={t('report.override')} />}
      </span>
    </span>
  )
}
