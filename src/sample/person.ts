import { type Entity, entity } from './entity.ts'
import { isoDate, sidOf, ulnOf } from './identifiers.ts'
import type { Life } from './life.ts'
import { european, firstNames, homeOf, overseas, postcodeAreas, surnames } from './names.ts'
import type { SampleProvider } from './providers.ts'
import { Random } from './random.ts'

/** Who a person is, the same in every collection. */
export interface Person {
  readonly sid: string
  readonly isHome: boolean
  readonly country: string
  readonly postcode: string | undefined
  readonly birthYear: number
  readonly isDisabled: boolean
  readonly fields: Record<string, string | undefined>
  readonly disabilities: Entity[]
}

const digits = (random: Random, count: number): string => {
  let text = ''
  for (let i = 0; i < count; i++) text += random.whole(0, 9)
  return text
}

const letters = 'ABDEFGHJLNPQRSTUWXYZ'
const letter = (random: Random): string => letters[random.whole(0, letters.length - 1)]!

/** A postcode in an area. */
const postcodeIn = (random: Random, area: string): string =>
  `${area}${random.whole(1, 20)} ${random.whole(1, 9)}${letter(random)}${letter(random)}`

const domicile = (random: Random, home: string): string => {
  const draw = random.next()
  if (draw < 0.72) return home
  if (draw < 0.84) return random.pick(['XF', 'XF', 'XF', 'XI', 'XH', 'XG'])
  return draw < 0.88 ? random.pick(european) : random.pick(overseas)
}

const ethnicities = [
  ['160', 62],
  ['179', 5],
  ['166', 1],
  ['103', 6],
  ['104', 5],
  ['100', 2],
  ['101', 1.5],
  ['119', 2],
  ['120', 6],
  ['121', 1.5],
  ['141', 1],
  ['142', 1],
  ['140', 1.5],
  ['159', 1],
  ['180', 1],
  ['899', 1],
  ['998', 1.5],
] as const

const disabilities = [
  ['95', 80],
  ['51', 7],
  ['55', 5],
  ['54', 2],
  ['53', 1.5],
  ['96', 1.5],
  ['56', 0.8],
  ['57', 0.6],
  ['58', 0.4],
  ['59', 0.3],
  ['98', 1],
] as const

const religions = [
  ['20', 46],
  ['22', 28],
  ['28', 11],
  ['26', 4],
  ['29', 2],
  ['21', 1],
  ['27', 0.6],
  ['30', 1],
  ['80', 1],
  ['98', 6],
] as const

const ageAtEntry = (random: Random, life: Life): number => {
  const { calendar, code, isPartTime } = life.kind
  if (isPartTime) return random.whole(24, 52)
  if (calendar === 'undergraduate' && code !== 'PGC')
    return random.weighted([
      [18, 62],
      [19, 20],
      [20, 7],
      [random.whole(21, 24), 6],
      [random.whole(25, 50), 5],
    ])
  return random.weighted([
    [random.whole(21, 25), 60],
    [random.whole(26, 34), 28],
    [random.whole(35, 58), 12],
  ])
}

const disabilityEntities = (random: Random): Entity[] => {
  const first = random.weighted(disabilities)
  const codes: string[] = [first]
  if (first !== '95' && first !== '98' && random.chance(0.15)) {
    const second = random.weighted(disabilities)
    if (second !== first && second !== '95' && second !== '98') codes.push(second)
  }
  return codes.map(DISABILITY => entity('Disability', { DISABILITY }))
}

/** A day of the school year that ends in August of the year. */
const birthDate = (random: Random, year: number): string => {
  const month = random.whole(1, 12)
  return isoDate(month >= 9 ? year - 1 : year, month, random.whole(1, 28))
}

/** The person of a life. */
export const personOf = (seed: number, provider: SampleProvider, life: Life): Person => {
  const random = new Random(seed, Number(provider.instId), life.entryYear, life.number, 7)
  const { kind, entryYear, number } = life
  const home = homeOf[provider.country] ?? 'XF'
  const country = kind.code === 'INX' ? random.pick([...european, ...overseas]) : domicile(random, home)
  const isHome = country.startsWith('X')
  const birthYear = entryYear - ageAtEntry(random, life)
  const isDistant = kind.isPartTime && random.chance(0.3)
  const isEarly = life.sessions.at(-1)?.ending === 'left early'
  const isUndergraduate = kind.calendar === 'undergraduate' && kind.code !== 'PGC'
  const areas = postcodeAreas[country] ?? []
  const postcode = isHome ? postcodeIn(random, random.pick(areas)) : undefined
  const localArea = random.pick(postcodeAreas[home] ?? ['LS'])
  const disability = disabilityEntities(random)
  const isWoman = random.chance(0.56)
  return {
    sid: sidOf(entryYear, provider.ukprn, number + 1),
    isHome,
    country,
    postcode,
    birthYear,
    isDisabled: disability[0]?.fields.DISABILITY !== '95' && disability[0]?.fields.DISABILITY !== '98',
    disabilities: disability,
    fields: {
      SID: sidOf(entryYear, provider.ukprn, number + 1),
      BIRTHDTE: birthDate(random, birthYear),
      CARER: provider.country === 'S' && country === 'XH' ? random.pick(['01', '02', '02', '02']) : undefined,
      ETHNIC: isHome ? random.weighted(ethnicities) : undefined,
      FNAMES: random.chance(0.3)
        ? `${random.pick(firstNames)} ${random.pick(firstNames)}`
        : random.pick(firstNames),
      GENDERID:
        provider.country === 'E'
          ? random.weighted([
              ['01', 93],
              ['02', 1],
              ['98', 6],
            ])
          : undefined,
      LANGPREF: provider.country === 'W' ? random.pick(['01', '02', '02', '02']) : undefined,
      NATION: isHome
        ? random.weighted([
            ['GB', 94],
            ['IE', 2],
            ['PL', 2],
            ['IN', 2],
          ])
        : country,
      OWNSTU: `${entryYear % 100}${String(100_000 + number)}`,
      RELIGION: isEarly ? '20' : random.weighted(religions),
      SCN: provider.country === 'S' && country === 'XH' ? digits(random, 9) : undefined,
      SEXID: isWoman
        ? '10'
        : random.weighted([
            ['11', 98],
            ['12', 1.5],
            ['96', 0.5],
          ]),
      SEXORT:
        provider.country === 'E'
          ? random.weighted([
              ['13', 84],
              ['10', 5],
              ['11', 2],
              ['12', 2],
              ['98', 7],
            ])
          : undefined,
      SNAME16: provider.country === 'S' && country === 'XH' ? random.pick(surnames) : undefined,
      SSN:
        provider.country === 'E' && isHome && isUndergraduate && !kind.isPartTime && random.chance(0.92)
          ? `${letter(random)}${letter(random)}${letter(random)}${letter(random)}${digits(random, 8)}${letter(random)}`
          : undefined,
      SURNAME: random.pick(surnames),
      TTACCOM: isDistant
        ? '04'
        : random.weighted([
            ['01', 18],
            ['02', 24],
            ['07', 20],
            ['08', 26],
            ['09', 9],
            ['06', 2],
            ['05', 1],
          ]),
      TTPCODE: isDistant ? undefined : postcodeIn(random, localArea),
      UCASPERID: isUndergraduate && isHome && random.chance(0.8) ? `1${digits(random, 9)}` : undefined,
      ULN: isHome && random.chance(0.7) ? ulnOf(`1${digits(random, 8)}`) : undefined,
    },
  }
}
