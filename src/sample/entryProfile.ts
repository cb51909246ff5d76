import type { Case } from './case.ts'
import { type Entity, entity } from './entity.ts'
import type { Random } from './random.ts'

/** What the person brought along: qualifications, home, family. */
export const entryProfile = (made: Case, random: Random): Entity => {
  const { life, person } = made
  const { country } = made.setting.provider
  const { kind } = life
  const isUndergraduate = kind.calendar === 'undergraduate' && kind.code !== 'PGC'
  const highest = isUndergraduate
    ? random.weighted([
        ['P0000', 84],
        ['X0000', 4],
        ['J0000', 4],
        ['C0000', 3],
        ['X0002', 3],
        ['X0006', 1],
      ])
    : random.weighted([
        ['H0000', 78],
        ['M0000', 18],
        ['I0000', 3],
        ['D0000', 1],
      ])
  const needsAwards =
    kind.code === 'PGC' || (person.isHome && isUndergraduate && ['P0000', 'X0000'].includes(highest))
  return entity(
    'EntryProfile',
    {
      CARELEAVER:
        isUndergraduate && person.isHome && country !== 'N' ? (random.chance(0.01) ? '01' : '95') : undefined,
      HIGHESTQOE: kind.code === 'INX' ? undefined : highest,
      MARSTAT: country === 'N' ? random.pick(['01', '01', '01', '02']) : undefined,
      PARED: isUndergraduate && person.isHome ? random.pick(['01', '02', '02', '03']) : undefined,
      PERMADDCOUNTRY: person.country,
      PERMADDPOSTCODE: person.postcode,
      PREVIOUSPROVIDER: person.isHome ? `4${String(random.whole(0, 999)).padStart(3, '0')}` : undefined,
      RELIGIOUSBGROUND: country === 'N' ? random.pick(['01', '02', '03', '09']) : undefined,
      SEC: person.isHome && isUndergraduate ? String(random.whole(1, 8)) : undefined,
      SOC2010: made.setting.year < 2023 && person.isHome && isUndergraduate ? '1150' : undefined,
      SOC2020:
        made.setting.year >= 2023 && person.isHome && isUndergraduate
          ? random.pick(['1150', '2314', '6131', '8211'])
          : undefined,
    },
    needsAwards ? entryAwards(made, random) : [],
  )
}

const entryAwards = (made: Case, random: Random): Entity[] => {
  const { kind, entryYear, subject } = made.life
  const isTeaching = kind.code === 'PGC'
  return Array.from({ length: isTeaching ? 1 : 3 }, (_, index) =>
    entity(
      'EntryQualificationAward',
      {
        ENTRYQUALAWARDID: `${made.numhus}-Q${index + 1}`,
        ENTRYQUALAWARDRESULT: isTeaching
          ? '0002'
          : random.weighted([
              ['A*', 10],
              ['A', 24],
              ['B', 32],
              ['C', 24],
              ['D', 10],
            ]),
        QUALTYPEID: isTeaching ? 'H0000' : 'P0000',
        QUALYEAR: String(isTeaching ? entryYear - 1 : entryYear),
      },
      [
        entity('EntryQualificationSubject', {
          SUBJECTID: index === 0 ? subject.hecos : random.pick(['100403', '100320', '100302', '100346']),
        }),
      ],
    ),
  )
}
