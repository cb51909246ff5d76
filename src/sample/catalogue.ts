import { type Entity, entity } from './entity.ts'
import { isoDate } from './identifiers.ts'
import type { SampleProvider } from './providers.ts'

/** A kind of programme: what it leads to, how long it lasts, when its sessions run. */
export interface Kind {
  readonly code: string
  readonly title: string
  readonly category: string
  readonly years: number
  readonly isPartTime: boolean
  /** Credit level of each year; empty for research. */
  readonly levels: readonly string[]
  readonly calendar: 'undergraduate' | 'postgraduate' | 'research'
  /** Share of entrants. */
  readonly share: number
}

export const kinds: readonly Kind[] = [
  kind('BA', 'BA (Hons)', 'H0000', 3, ['04', '05', '06'], 'undergraduate', 36),
  kind('BSC', 'BSc (Hons)', 'H0000', 3, ['04', '05', '06'], 'undergraduate', 22),
  kind('SAN', 'BSc (Hons) with placement year,', 'H0000', 4, ['04', '05', '', '06'], 'undergraduate', 4),
  kind('MSCI', 'MSci', 'M0002', 4, ['04', '05', '06', '07'], 'undergraduate', 4),
  kind('PTH', 'BA (Hons) part-time,', 'H0000', 6, ['04', '04', '05', '05', '06', '06'], 'undergraduate', 3),
  kind('HND', 'HND', 'J0002', 2, ['04', '05'], 'undergraduate', 3),
  kind('FD', 'Foundation degree,', 'I0002', 2, ['04', '05'], 'undergraduate', 3),
  kind('MA', 'MA', 'M0000', 1, ['07'], 'postgraduate', 12),
  kind('MSC', 'MSc', 'M0000', 1, ['07'], 'postgraduate', 6),
  kind('PGC', 'PGCE', 'M0016', 1, ['07'], 'undergraduate', 3),
  kind('MRES', 'MRes', 'L0001', 1, [], 'research', 1),
  kind('PHD', 'PhD', 'D0003', 4, [], 'research', 3),
  kind('CRE', 'University certificate of credit,', 'C0008', 1, ['04'], 'undergraduate', 0),
  kind('INX', 'Visiting students,', 'H0020', 1, ['05'], 'undergraduate', 1.5),
]

function kind(
  code: string,
  title: string,
  category: string,
  years: number,
  levels: readonly string[],
  calendar: Kind['calendar'],
  share: number,
): Kind {
  return {
    code,
    title,
    category,
    years,
    isPartTime: code === 'PTH' || code === 'CRE',
    levels,
    calendar,
    share,
  }
}

/** A subject that the provider teaches: HECoS code, words, cost centre. */
export interface Subject {
  readonly hecos: string
  readonly title: string
  readonly costCentre: string
}

const subjects: readonly Subject[] = [
  ['100078', 'Business and management', '133'],
  ['100497', 'Psychology', '104'],
  ['100366', 'Computer science', '121'],
  ['100302', 'History', '139'],
  ['100346', 'Biology', '112'],
  ['100485', 'Law', '130'],
  ['100403', 'Mathematics', '122'],
  ['100320', 'English studies', '138'],
  ['100184', 'General engineering', '115'],
  ['100450', 'Economics', '129'],
  ['100048', 'Design', '143'],
  ['100417', 'Chemistry', '113'],
  ['100471', 'Social sciences', '132'],
  ['100433', 'Sport and exercise sciences', '108'],
  ['100409', 'Geography', '124'],
  ['100425', 'Physics', '114'],
  ['100444', 'Media and communication', '145'],
  ['100069', 'Drama', '144'],
  ['100473', 'Health studies', '105'],
  ['100332', 'Hispanic studies', '137'],
  ['100337', 'Philosophy', '141'],
  ['100891', 'Hospitality', '134'],
  ['100150', 'Construction', '123'],
  ['100381', 'Environmental sciences', '111'],
].map(([hecos = '', title = '', costCentre = '']) => ({ hecos, title, costCentre }))

/** Credit beside another programme: the kind of a second engagement. */
export const creditKind: Kind = kinds.find(({ code }) => code === 'CRE')!

/** Teacher training has a subject of its own. */
const teaching: Subject = { hecos: '100511', title: 'Primary teaching', costCentre: '135' }

/** The id of the course of a kind in a subject. */
export const courseId = (kind: Kind, subject: Subject): string => `${kind.code}-${subject.hecos}`
/** The id of the qualification to which that course leads. */
export const qualificationId = (kind: Kind, subject: Subject): string => `Q-${kind.code}-${subject.hecos}`
/** The id of a subject's module at a level, by its number. */
export const moduleId = (subject: Subject, level: string, number: number): string =>
  `${subject.hecos}-${level}${String(number).padStart(2, '0')}`
/** The id of a venue, whose numbers begin at 0. */
export const venueId = (number: number): string => `V${number + 1}`

/** First and last day of a session that begins in autumn of the year. */
export const sessionDates = (calendar: Kind['calendar'], year: number): { start: string; end: string } => {
  switch (calendar) {
    case 'undergraduate':
      return { start: isoDate(year, 9, 18), end: isoDate(year + 1, 6, 14) }
    case 'postgraduate':
      return { start: isoDate(year, 9, 18), end: isoDate(year + 1, 9, 13) }
    case 'research':
      return { start: isoDate(year, 10, 1), end: isoDate(year + 1, 9, 30) }
  }
}

/** The id of the session year that begins in a year; postgraduates have one of their own. */
export const sessionYearId = (calendar: Kind['calendar'], year: number): string =>
  `${calendar === 'postgraduate' ? 'PG' : 'UG'}${year}`

/** Credits and full-time share of each module of a level; a session takes the first so many. */
type ModuleSize = readonly [credits: number, fte: string]

const moduleSizes: Readonly<Record<string, readonly ModuleSize[]>> = {
  '04': Array.from({ length: 10 }, (_, i): ModuleSize => (i < 2 ? [20, '16.7'] : [10, '8.3'])),
  '05': Array.from({ length: 8 }, (): ModuleSize => [15, '12.5']),
  '06': Array.from({ length: 8 }, (): ModuleSize => [15, '12.5']),
  '07': Array.from({ length: 9 }, (_, i): ModuleSize => (i === 8 ? [60, '33.3'] : [15, '8.3'])),
}

/** Sizes of the modules of a level, in the order in which a session takes them; none for a level without modules. */
export const modulesOf = (level: string): readonly ModuleSize[] => moduleSizes[level] ?? []

/** Modules offered at each level for each subject: those of a session and a few more to choose from. */
export const modulesOffered = (level: string): number => modulesOf(level).length + 2

/** Everything of a file that is not a student. */
export class Catalogue {
  readonly subjects: readonly Subject[]
  private readonly provider: SampleProvider

  constructor(provider: SampleProvider, students: number) {
    this.provider = provider
    const count = Math.min(subjects.length, Math.max(3, Math.ceil(Math.sqrt(students) / 4)))
    this.subjects = subjects.slice(0, count)
  }

  subjectsOf(kind: Kind): readonly Subject[] {
    return kind.code === 'PGC' ? [teaching] : this.subjects
  }

  *courses(): Iterable<Entity> {
    for (const [kind, subject] of this.pairs()) yield this.course(kind, subject)
  }

  *modules(): Iterable<Entity> {
    for (const subject of [...this.subjects, teaching])
      for (const level of ['04', '05', '06', '07'])
        for (let number = 1; number <= modulesOffered(level); number++)
          yield this.module(subject, level, number)
  }

  *qualifications(): Iterable<Entity> {
    for (const [kind, subject] of this.pairs()) yield this.qualification(kind, subject)
  }

  *sessionYears(year: number): Iterable<Entity> {
    for (const start of [year - 1, year])
      for (const calendar of ['postgraduate', 'undergraduate'] as const) {
        const { start: SYSTARTDATE, end: SYENDDATE } = sessionDates(calendar, start)
        // A year that ended before the reference period is not returned.
        if (SYENDDATE < isoDate(year, 8, 1)) continue
        yield entity('SessionYear', { SESSIONYEARID: sessionYearId(calendar, start), SYSTARTDATE, SYENDDATE })
      }
  }

  *venues(): Iterable<Entity> {
    for (let number = 0; number < this.provider.venues.length; number++) {
      const { name, postcode } = this.provider.venues[number]!
      yield entity('Venue', {
        VENUEID: venueId(number),
        POSTCODE: postcode,
        VENUENAME: name,
        VENUEUKPRN: this.provider.ukprn,
      })
    }
  }

  private *pairs(): Iterable<readonly [Kind, Subject]> {
    for (const kind of kinds) for (const subject of this.subjectsOf(kind)) yield [kind, subject]
  }

  private course(kind: Kind, subject: Subject): Entity {
    const { country } = this.provider
    const isTeaching = kind.code === 'PGC'
    const id = courseId(kind, subject)
    return entity(
      'Course',
      {
        COURSEID: id,
        BITTM: isTeaching && country !== 'E' ? '02' : undefined,
        CLSDCRS: country === 'E' ? '02' : undefined,
        COURSETITLE: `${kind.title} ${subject.title}`,
        PREREQUISITE: kind.calendar === 'undergraduate' && !isTeaching ? '01' : '02',
        QUALID: qualificationId(kind, subject),
        SANDWICH: kind.code === 'SAN' ? '01' : undefined,
        TTCID: isTeaching ? '01' : '07',
      },
      [entity('CourseReference', { COURSEREFRNCID: `OWN/${id}`, COURSEREFRNCIDTYPE: '01' })],
    )
  }

  private module(subject: Subject, level: string, number: number): Entity {
    const sizes = modulesOf(level)
    const [credits, fte] = sizes[(number - 1) % sizes.length]!
    const costCentres =
      number % 5 === 0
        ? [[subject.costCentre, '80'] as const, ['136', '20'] as const]
        : [[subject.costCentre, '100'] as const]
    return entity(
      'Module',
      {
        MODID: moduleId(subject, level, number),
        CRDTPTS: String(credits).padStart(3, '0'),
        CRDTSCM: '01',
        FTE: fte,
        LANGID: this.provider.country === 'W' && number === 3 ? 'cy' : undefined,
        LEVLPTS: level,
        MTITLE: `${subject.title}: ${moduleTitles[(number - 1) % moduleTitles.length]}, level ${Number(level)}`,
      },
      [
        ...costCentres.map(([COSTCN, COSTCNPROPORTION]) =>
          entity('ModuleCostCentre', { COSTCN, COSTCNPROPORTION }),
        ),
        entity('ModuleSubject', { MODSBJ: subject.hecos, MODPROPORTION: '100' }),
      ],
    )
  }

  private qualification(kind: Kind, subject: Subject): Entity {
    return entity(
      'Qualification',
      {
        QUALID: qualificationId(kind, subject),
        QUALCAT: kind.category,
        QUALTITLE: `${kind.title} ${subject.title}`,
      },
      [
        entity('AwardingBodyRole', { AWARDINGBODYID: this.provider.ukprn }),
        entity('QualificationSubject', { QUALSUBJECT: subject.hecos, QUALPROPORTION: '100' }),
      ],
    )
  }
}

const moduleTitles = [
  'Foundations',
  'Methods and evidence',
  'Theory and practice',
  'Data and measurement',
  'Critical perspectives',
  'Contemporary issues',
  'Applied study',
  'Ethics and society',
  'Project',
  'Independent study',
  'Placement learning',
]
