import { ruleDefectTag } from '../../../domain/ruleDefect.ts'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Link, StatusTag } from '../../../ui/index.ts'
import { Term } from '../../common/Term.tsx'
import { useMeasured } from '../../common/useMeasured.ts'
import styles from './Blocking.module.css'

export interface BlockingProps {
  rules: readonly QualityRuleRow[]
  ruleHref: (rule: QualityRuleRow) => string
}

/** The rules that block submitting, each with a way to its records, how many fail it, and how that compares with the last upload. */
export function Blocking({ rules, ruleHref }: BlockingProps) {
  const t = useMessages('submissions.submit')
  const text = useText()
  const measured = useMeasured()
  return (
    <>
      <p>
        <Term id="operationalRule">{t('blocking.rules')}</Term>
      </p>
      <ul className={styles.rules} data-plain aria-label={t('blocking.rules')}>
        {rules.map(rule => (
          <li key={rule.Code} className={styles.rule}>
            <span className={styles.name}>
              <Link href={ruleHref(rule)}>{rule.Name}</Link>
              <code className={styles.code} translate="no">
                {rule.Code}
              </code>
              {rule.IsRuleDefect && (
                <StatusTag tone="attention" variant="plain">
                  {text(ruleDefectTag)}
                </StatusTag>
              )}
            </span>
            <span className={styles.count}>
              {rule.MeasuredPercent === null
                ? t('blocking.records', { count: rule.FailureCount })
                : measured(rule.MeasuredPercent, rule.MeasuredIn)}
            </span>
            <span className={styles.change}>{changeOf(t, rule)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Against the last upload; nothing where there was none. */
const changeOf = (t: Translate<'submissions.submit'>, rule: QualityRuleRow): string => {
  if (rule.Standing === 'new') return t('blocking.new')
  const change = rule.FailureChange
  if (change === null || rule.MeasuredPercent !== null) return ''
  if (change === 0) return t('blocking.same')
  return change > 0 ? t('blocking.more', { count: change }) : t('blocking.fewer', { count: -change })
}
