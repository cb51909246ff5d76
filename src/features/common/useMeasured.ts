import { changeUnit, type MeasuredChange } from '../../domain/allowance.ts'
import { useMessages } from '../../messages/index.ts'
import { formatPercentage, formatPoints } from '../../ui/index.ts'

/** The change that a rule measures of whole files, with its sign: +12.60%, or +1.20 points where it compares percentages. */
export const useMeasured = () => {
  const t = useMessages('common')
  return (value: number, change: MeasuredChange | null): string =>
    changeUnit(change) === 'points'
      ? t('points', { value: formatPoints(value) })
      : formatPercentage(value, { isSigned: true })
}
