import { inOrder } from '../messages/order.ts'
import { roundedCount } from './rounding.ts'

/** A provider as it is counted over a sector: its students now and in the collection before; null where there are none. */
export interface Counted {
  instId: string
  country: string
  region: string
  now: number | null
  before: number | null
}

/** Students over some providers. */
export interface Count {
  providers: number
  now: number | null
  before: number | null
}

/**
 * Students over these providers, like for like: last year's are those of the providers that are counted this year, for the others
 * are still to come. Rounded as a whole, never a sum of what was rounded.
 */
export const countOver = (
  providers: readonly Pick<Counted, 'now' | 'before'>[],
  isRounded: boolean,
): Count => {
  const counted = providers.filter(({ now }) => now !== null)
  const sum = (values: readonly (number | null)[]): number | null => {
    const known = values.filter(value => value !== null)
    if (known.length === 0) return null
    const all = known.reduce((one, other) => one + other, 0)
    return isRounded ? roundedCount(all) : all
  }
  return {
    providers: counted.length,
    now: sum(counted.map(({ now }) => now)),
    before: sum(counted.map(({ before }) => before)),
  }
}

/** The same for each country, region or provider that there is, in the order of its name. */
export const countsBy = <Provider extends Counted>(
  providers: readonly Provider[],
  by: (provider: Provider) => string,
  isRounded: boolean,
): ({ id: string } & Count)[] =>
  [...Map.groupBy(providers, by)]
    .map(([id, own]) => ({ id, ...countOver(own, isRounded) }))
    .sort((one, other) => inOrder(one.id, other.id))
