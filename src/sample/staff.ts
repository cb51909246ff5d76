import { type SampleProvider, sampleProvider } from './providers.ts'
import { Random } from './random.ts'

export interface StaffOptions {
  /** Number of the provider at the agency, e.g. 0001 (UKPRN 10000001). */
  readonly provider: string
  readonly country?: SampleProvider['country']
  readonly members: number
  /** Collection reference; the same seed gives the same people in each, so that years can be compared. */
  readonly collection?: string
  readonly seed?: number
  /** rules: every fifth fixed-term contract has no end, which is outside the tolerance of a rule. */
  readonly faults?: 'none' | 'rules'
}

const day = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

const element = (depth: number, name: string, value: string | undefined): string =>
  value === undefined ? '' : `${'  '.repeat(depth)}<${name}>${value}</${name}>\n`

const functions = [
  ['3', 40],
  ['1', 15],
  ['2', 15],
  ['9', 30],
] as const

/** A realistic file of the staff record, the same for the same options. Valid against the schema of its collection. */
export const generateStaff = (options: StaffOptions): Uint8Array => {
  const { members, collection = '24025', seed = 1, faults = 'none' } = options
  const provider = sampleProvider(options.provider, options.country)
  const year = 2000 + Number(collection.slice(0, 2))
  let fixedTerm = 0
  const member = (number: number): string => {
    const random = new Random(seed, Number(provider.ukprn), number)
    const acempfun = random.weighted(functions)
    const isFixed = random.chance(0.25)
    if (isFixed) fixedTerm += 1
    const lacksEnd = faults === 'rules' && isFixed && fixedTerm % 5 === 0
    const started = year - random.whole(0, 20)
    const contract = [
      element(3, 'CONTRACTID', 'C1'),
      element(3, 'ACEMPFUN', acempfun),
      element(3, 'CONEND', isFixed && !lacksEnd ? day(year + 1, random.whole(1, 7), 28) : undefined),
      element(3, 'CONSTART', day(started, started === year ? 9 : random.whole(1, 12), 1)),
      element(3, 'COSTCN', acempfun === '9' ? undefined : String(random.whole(101, 145))),
      element(3, 'FTE', random.chance(0.7) ? '100.0' : `${random.whole(2, 9)}0.0`),
      element(3, 'TERMS', isFixed ? '2' : '1'),
    ]
    return [
      '  <Member>\n',
      element(2, 'STAFFID', `${provider.ukprn}${String(number).padStart(5, '0')}`),
      element(2, 'BIRTHDTE', day(year - random.whole(22, 66), random.whole(1, 12), random.whole(1, 28))),
      element(2, 'OWNSTAFFID', `S${number}`),
      element(
        2,
        'SEXID',
        random.weighted([
          ['10', 53],
          ['11', 45],
          ['12', 1],
          ['96', 1],
        ] as const),
      ),
      '    <Contract>\n',
      ...contract,
      '    </Contract>\n  </Member>\n',
    ].join('')
  }
  const people = Array.from({ length: members }, (_, index) => member(index + 1))
  return new TextEncoder().encode(
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n<StaffRecord>\n  <Provider>\n',
      element(2, 'UKPRN', provider.ukprn),
      element(2, 'RECID', collection),
      '  </Provider>\n',
      ...people,
      '</StaffRecord>\n',
    ].join(''),
  )
}
