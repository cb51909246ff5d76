import { countryLabel } from '../../../domain/labels.ts'
import { standingOf } from '../../../domain/provider.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import type { DataFilter } from '../../../ui/index.ts'

export type RegulatorNames = readonly { regulatorCode: string; name: string; shortName: string }[]

/** The short name of a regulator; its code while it is not known. */
export const regulatorName = (regulators: RegulatorNames, code: string): string =>
  regulators.find(({ regulatorCode }) => regulatorCode === code)?.shortName ?? code

/** Filters of the list of providers, which are remembered. */
export const filterNames = ['provider', 'standing', 'country', 'regulator', 'risk'] as const

/** What the list of providers is narrowed by. */
export const providerFilters = (
  t: Translate<'management.providers'>,
  text: ToText,
  regulators: RegulatorNames,
): readonly DataFilter<ManagedProviderWire>[] => [
  {
    id: 'provider',
    label: t('filters.provider'),
    value: ({ instId }) => instId,
    option: ({ instId, publishedName }) => `${instId} - ${publishedName}`,
  },
  {
    id: 'standing',
    label: t('filters.standing'),
    value: standingOf,
    option: row => t(`standing.${standingOf(row)}`),
  },
  {
    id: 'country',
    label: t('filters.country'),
    value: ({ countryCode }) => countryCode,
    option: ({ countryCode }) => text(countryLabel(countryCode)),
  },
  {
    id: 'regulator',
    label: t('filters.regulator'),
    value: ({ regulatorCode }) => regulatorCode,
    option: ({ regulatorCode }) => regulatorName(regulators, regulatorCode),
  },
  {
    id: 'risk',
    label: t('filters.risk'),
    value: ({ riskCode }) => riskCode,
    option: ({ riskCode }) => riskCode,
  },
]
