import { failurePercent } from '../../../domain/tolerance.ts'
import type { RuleAcrossWire } from '../../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { formatPercentage } from '../../../ui/index.ts'

/** The share of failing records over the providers outside tolerance. */
export const shareOutside = ({ providers }: Pick<RuleAcrossWire, 'providers'>): string => {
  const outside = providers.filter(({ isOutside }) => isOutside)
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
  return formatPercentage(
    failurePercent(
      sum(outside.map(({ failureCount }) => failureCount)),
      sum(outside.map(({ populationCount }) => populationCount)),
    ),
  )
}

/** Where a rule's tolerance is changed. */
export const tolerancePath = (collection: CollectionWire, code: string): string | undefined =>
  collection.specification
    ? `/management/specifications/specs/${collection.specification.id}?${new URLSearchParams({ 'sr.q': code })}`
    : undefined
