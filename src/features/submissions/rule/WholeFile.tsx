import { allowedFigures } from '../../../domain/allowance.ts'
import { isOutsideRow } from '../../../domain/tolerance.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, formatCount, RangeChart, Stack } from '../../../ui/index.ts'
import { useMeasured } from '../../common/useMeasured.ts'

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatCount(value)}`

/** To two decimals, as the figures themselves are. */
const rounded = (value: number): number => Math.round(value * 100) / 100

/** The tiles of a rule that compares whole files: this file, the record before, the difference and the change. */
export const useFileTiles = (rule: QualityRuleDetail) => {
  const t = useMessages('submissions.rule')
  const measured = useMeasured()
  const { now = null, before = null } = rule.Compared ?? {}
  const change = {
    id: 'change',
    label: t('wholeFile.change'),
    value:
      rule.MeasuredPercent === null
        ? t('wholeFile.noPrevious')
        : measured(rule.MeasuredPercent, rule.Compared?.change ?? null),
    ...(isOutsideRow(rule) ? { tone: 'failed' as const } : {}),
  }
  const tolerance = { id: 'tolerance', label: t('tolerance'), value: rule.Tolerance || t('noTolerance') }
  if (now === null || before === null) return [change, tolerance]
  return [
    { id: 'now', label: t('wholeFile.now'), value: formatCount(now) },
    { id: 'before', label: t('wholeFile.before'), value: formatCount(before) },
    { id: 'difference', label: t('wholeFile.difference'), value: signed(rounded(now - before)) },
    change,
    tolerance,
  ]
}

/** What a rule compares that holds this file against the record before, as a picture with its table. */
export function WholeFile({ rule }: { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const { Compared, Allowed } = rule
  const allowed =
    Compared && Allowed && Compared.before !== null
      ? allowedFigures(Compared.before, Allowed, Compared.change)
      : undefined
  return (
    <Card title={t('wholeFile.title')}>
      <Stack gap={4}>
        {rule.Finding !== null && (
          <p>
            <b>{rule.Finding}</b>
          </p>
        )}
        {rule.Finding !== null && rule.validation.Hint !== null && (
          <p>
            <b>{t('hint')}</b> {rule.validation.Hint}
          </p>
        )}
        {Compared && allowed && Compared.now !== null && Compared.before !== null && (
          <RangeChart
            title={Compared.of}
            level={3}
            sentence={sentenceOf(t, Compared.now, allowed)}
            before={{ label: t('wholeFile.beforeAt', { value: Compared.before }), value: Compared.before }}
            now={{ label: t('wholeFile.nowAt', { value: Compared.now }), value: Compared.now }}
            allowed={{ label: t('wholeFile.allowed'), from: rounded(allowed.from), to: rounded(allowed.to) }}
          />
        )}
        <p>{t('wholeFile.text')}</p>
      </Stack>
    </Card>
  )
}

const sentenceOf = (
  t: ReturnType<typeof useMessages<'submissions.rule'>>,
  now: number,
  { from, to }: { from: number; to: number },
): string => {
  if (now > to) return t('wholeFile.above', { by: rounded(now - to) })
  return now < from ? t('wholeFile.below', { by: rounded(from - now) }) : t('wholeFile.within')
}
