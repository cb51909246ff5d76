import { countryLabel } from '../../../domain/labels.ts'
import { isNotOnboarded } from '../../../domain/provider.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import type { DataFilter } from '../../../ui/index.ts'

type Provider = ManagedProviderWire

export type RegulatorNames = readonly { regulatorCode: string; name: string; shortName: string }[]

/** The short name of a regulator; its code while it is not known. */
export const regulatorName = (regulators: RegulatorNames, code: string): string =>
  regulators.find(({ regulatorCode }) => regulatorCode === code)?.shortName ?? code

/** Filters of the list of providers, which are remembered. */
export const filterNames = ['country', 'regulator', 'risk'] as const

/** The views of the list, in the order of their links. */
export const providerViews = ['waiting', 'onboarded', 'noContact'] as const
export type ProviderView = (typeof providerViews)[number]

const isIn: Readonly<Record<ProviderView, (provider: Provider) => boolean>> = {
  waiting: isNotOnboarded,
  onboarded: ({ onboarded }) => onboarded,
  noContact: ({ contacts }) => contacts.length === 0,
}

/** The providers of a view; all for none. */
export const inView = (
  providers: readonly Provider[],
  view: ProviderView | undefined,
): readonly Provider[] => (view === undefined ? providers : providers.filter(isIn[view]))

/** The providers of which name, ID or UKPRN has what was typed. */
export const searched = (providers: readonly Provider[], typed: string): readonly Provider[] => {
  const text = typed.trim().toLowerCase()
  if (text === '') return providers
  return providers.filter(({ instId, ukprn, name, publishedName }) =>
    `${instId} ${ukprn} ${name} ${publishedName}`.toLowerCase().includes(text),
  )
}

/** What the list of providers is narrowed by. */
export const providerFilters = (
  t: Translate<'management.providers'>,
  text: ToText,
  regulators: RegulatorNames,
): readonly DataFilter<Provider>[] => [
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
