/** A provider that samples can be made for. */
export interface SampleProvider {
  /** Number of the provider at the agency, four digits. */
  readonly instId: string
  readonly ukprn: string
  readonly country: 'E' | 'W' | 'S' | 'N'
  readonly venues: readonly { readonly name: string; readonly postcode: string }[]
}

const postcodes: Readonly<Record<SampleProvider['country'], readonly string[]>> = {
  E: ['LS2 9JT', 'LS6 3QS', 'BD7 1DP'],
  W: ['SA43 1JW', 'SA31 3EP'],
  S: ['EH8 9YL', 'EH14 4AS'],
  N: ['BT7 1NN', 'BT48 7JL'],
}

const names = ['Main campus', 'City site', 'Riverside']
const countries: readonly SampleProvider['country'][] = ['E', 'E', 'W', 'N', 'S']

/**
 * The provider of a number: 0001 and 0002 in England, 0003 in Wales, 0004 in Northern Ireland, 0005 in Scotland, others in England
 * unless a country is named; UKPRN 10000001 and so on.
 */
export const sampleProvider = (instId: string, country?: SampleProvider['country']): SampleProvider => {
  if (!/^[0-9]{4}$/.test(instId))
    throw new RangeError(`The provider "${instId}" is not a number of four digits.`)
  const number = Number(instId)
  const place = country ?? countries[number - 1] ?? 'E'
  return {
    instId,
    ukprn: String(10_000_000 + number),
    country: place,
    venues: postcodes[place].map((postcode, index) => ({
      name: names[index] ?? `Site ${index + 1}`,
      postcode,
    })),
  }
}
