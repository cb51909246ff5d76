import {
  courseId,
  creditKind,
  moduleId,
  modulesOf,
  modulesOffered,
  qualificationId,
  sessionDates,
  sessionYearId,
  venueId,
} from './catalogue.ts'
import { type Entity, entity } from './entity.ts'
import { addDays, daysBetween, earlierOf, laterOf } from './identifiers.ts'
import type { Life, Session } from './life.ts'
import type { Person } from './person.ts'
import type { SampleProvider } from './providers.ts'
import { Random } from './random.ts'

/** What an engagement is made for: one collection of one provider. */
export interface Setting {
  readonly seed: number
  readonly provider: SampleProvider
  /** Year in which the reference period starts. */
  readonly year: number
}

const isTaughtHigher = (category: string): boolean => /^[EMHIJC]/.test(category)

const funders: Readonly<Record<SampleProvider['country'], string>> = {
  E: '5016',
  W: '5002',
  S: '5003',
  N: '5004',
}

/** One decimal, none where it is zero. */
const percent = (value: number): string => String(Math.round(value * 10) / 10)

class EngagementBuilder {
  private readonly setting: Setting
  private readonly life: Life
  private readonly person: Person
  private readonly periodStart: string
  private readonly periodEnd: string

  constructor(setting: Setting, life: Life, person: Person) {
    this.setting = setting
    this.life = life
    this.person = person
    this.periodStart = `${setting.year}-08-01`
    this.periodEnd = `${setting.year + 1}-07-31`
  }

  build(): Entity {
    const { life, periodStart, periodEnd } = this
    const sessions = life.sessions.filter(({ start, end }) => start <= periodEnd && end >= periodStart)
    const last = life.sessions.at(-1)!
    const isOver = last.end <= periodEnd
    const random = this.random(11)
    const { kind } = life
    const isResearch = kind.calendar === 'research'
    const isTeaching = kind.code === 'PGC'
    const { country } = this.setting.provider
    return entity(
      'Engagement',
      {
        NUMHUS: this.numhus,
        ENGEXPECTEDENDDATE: isOver ? undefined : this.expectedEnd(),
        ENGSTARTDATE: life.sessions[0]!.start,
        ENTRYRTE: isTeaching && country === 'E' ? '12' : undefined,
        FEEELIG: this.person.isHome ? '01' : '02',
        FEESTATUS: this.person.isHome ? '01' : '02',
        INCOMINGEXCHANGE: kind.code === 'INX' ? '01' : undefined,
        OWNENGID: `${this.person.fields.OWNSTU}/${this.numhus}`,
        QTS: isTeaching ? '01' : undefined,
        RCSTDNT: /^[DELM]/.test(kind.category) ? '9997' : undefined,
        STUDYINTENTION: isResearch ? kind.category : undefined,
      },
      [
        this.entryProfile(random),
        ...(isOver ? this.leaving(last, random) : []),
        ...sessions.map(session => this.session(session)),
      ],
    )
  }

  private random(purpose: number): Random {
    const { seed, provider } = this.setting
    return new Random(
      seed,
      Number(provider.instId),
      this.life.entryYear,
      this.life.number,
      purpose + (this.life.mark === '' ? 0 : 1000),
    )
  }

  private get numhus(): string {
    return `${this.life.entryYear}-${String(this.life.number + 1).padStart(6, '0')}${this.life.mark}`
  }

  private expectedEnd(): string {
    const { kind, sessions, entryYear } = this.life
    const dormant = sessions.filter(session => session.isDormant && session.year <= this.setting.year).length
    const lastYear = Math.max(entryYear + kind.years - 1 + dormant, this.setting.year)
    const ends = { undergraduate: '06-14', postgraduate: '09-13', research: '09-30' } as const
    const end = `${lastYear + 1}-${ends[kind.calendar]}`
    return end > this.periodEnd ? end : `${this.setting.year + 2}-${ends[kind.calendar]}`
  }

  private entryProfile(random: Random): Entity {
    const { life, person } = this
    const { country } = this.setting.provider
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
          isUndergraduate && person.isHome && country !== 'N'
            ? random.chance(0.01)
              ? '01'
              : '95'
            : undefined,
        HIGHESTQOE: kind.code === 'INX' ? undefined : highest,
        MARSTAT: country === 'N' ? random.pick(['01', '01', '01', '02']) : undefined,
        PARED: isUndergraduate && person.isHome ? random.pick(['01', '02', '02', '03']) : undefined,
        PERMADDCOUNTRY: person.country,
        PERMADDPOSTCODE: person.postcode,
        PREVIOUSPROVIDER: person.isHome ? `4${String(random.whole(0, 999)).padStart(3, '0')}` : undefined,
        RELIGIOUSBGROUND: country === 'N' ? random.pick(['01', '02', '03', '09']) : undefined,
        SEC: person.isHome && isUndergraduate ? String(random.whole(1, 8)) : undefined,
        SOC2010: this.setting.year < 2023 && person.isHome && isUndergraduate ? '1150' : undefined,
        SOC2020:
          this.setting.year >= 2023 && person.isHome && isUndergraduate
            ? random.pick(['1150', '2314', '6131', '8211'])
            : undefined,
      },
      needsAwards ? this.entryAwards(random) : [],
    )
  }

  private entryAwards(random: Random): Entity[] {
    const { kind, entryYear, subject } = this.life
    const isTeaching = kind.code === 'PGC'
    return Array.from({ length: isTeaching ? 1 : 3 }, (_, index) =>
      entity(
        'EntryQualificationAward',
        {
          ENTRYQUALAWARDID: `${this.numhus}-Q${index + 1}`,
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

  private leaving(last: Session, random: Random): Entity[] {
    const { kind, subject } = this.life
    const ending = last.ending ?? 'completed'
    const reasons = {
      completed: '01',
      withdrew: '11',
      transferred: '03',
      'left early': '11',
      'outcome unknown': '98',
      'moved with supervisor': '12',
    } as const
    const leaver = entity('Leaver', {
      ENGENDDATE: last.end,
      INTENDEDDESTINATION: ending === 'moved with supervisor' ? this.otherProvider() : undefined,
      RSNENGEND: kind.code === 'INX' ? '11' : reasons[ending],
    })
    if (ending !== 'completed' || kind.code === 'INX') return [leaver]
    const isHonours = kind.category.startsWith('H') || kind.category === 'M0002'
    const result = isHonours
      ? random.weighted([
          ['0001', 31],
          ['0002', 47],
          ['0003', 17],
          ['0005', 5],
        ])
      : kind.calendar === 'research'
        ? '0098'
        : random.weighted([
            ['0008', 40],
            ['0009', 38],
            ['0010', 22],
          ])
    const award = entity('QualificationAwarded', {
      QUALAWARDID: `${this.numhus}-A1`,
      OUTCOMEDATE: addDays(last.end, 10),
      QUALID: qualificationId(kind, subject),
      QUALRESULT: kind.code === 'PGC' ? '0008' : kind === creditKind ? '0013' : result,
      THESISTITLE: kind.calendar === 'research' ? `Studies in ${subject.title.toLowerCase()}` : undefined,
    })
    return [leaver, award]
  }

  private otherProvider(): string {
    const { ukprn } = this.setting.provider
    return ukprn === '10000001' ? '10000002' : '10000001'
  }

  private session(session: Session): Entity {
    const { life, person, periodEnd } = this
    const { kind, subject } = life
    const { provider } = this.setting
    const { country } = provider
    const random = this.random(100 + session.index)
    const hasEnded = session.end <= periodEnd
    const isResearch = kind.calendar === 'research'
    const fee = this.fee(session)
    const isExchange = kind.code === 'INX'
    const id = `${this.numhus}-S${session.index + 1}`
    return entity(
      'StudentCourseSession',
      {
        SCSESSIONID: id,
        COURSEID: courseId(kind, subject),
        INTENDEDTHESISTITLE: isResearch ? `Studies in ${subject.title.toLowerCase()}` : undefined,
        INVOICEFEEAMOUNT: isExchange ? undefined : String(fee),
        INVOICEHESAID: isExchange ? undefined : person.isHome ? '5026' : '5050',
        PHDSUB: session.isWritingUp && session.ending === 'completed' ? addDays(session.end, -70) : undefined,
        PLACEMENT: session.isPlacement ? '01' : undefined,
        RSNSCSEND: hasEnded ? this.reasonForEnd(session) : undefined,
        SCSENDDATE: hasEnded ? session.end : undefined,
        SCSEXPECTEDENDDATE: country === 'S' && !hasEnded ? session.plannedEnd : undefined,
        SCSFEEAMOUNT: isExchange ? undefined : String(random.chance(0.08) ? Math.max(fee - 500, 0) : fee),
        SCSMODE: kind.isPartTime ? '31' : session.isPlacement ? '04' : '01',
        SCSSTARTDATE: session.start,
        SESSIONYEARID:
          isResearch || kind === creditKind ? undefined : sessionYearId(kind.calendar, session.year),
        STULOAD:
          country === 'W' || country === 'S'
            ? percent(session.isDormant ? 0 : this.fullLoad(session) * this.shareKept(session))
            : undefined,
        YEARPRG: isResearch ? '99' : String(session.programmeYear).padStart(2, '0'),
      },
      this.sessionParts(session, id, hasEnded, random),
    )
  }

  private sessionParts(session: Session, id: string, hasEnded: boolean, random: Random): Entity[] {
    const { kind } = this.life
    const { country } = this.setting.provider
    const isExchange = kind.code === 'INX'
    const isEarly = session.ending === 'left early'
    const parts: Entity[] = [entity('FundingBody', { FUNDINGBODY: funders[country] })]
    if (!session.isDormant && !isEarly && !isExchange) parts.push(this.funding(session, hasEnded))
    if (!session.isDormant && session.level !== '') parts.push(...this.modules(session, id, random))
    if (session.isPlacement) parts.push(this.placement(session, id))
    else if (session.level === '05' && random.chance(0.06)) parts.push(this.abroad(session, id, random))
    if ((country === 'E' || country === 'N') && !isExchange)
      parts.push(
        entity('ReferencePeriodStudentLoad', {
          REFPERIOD: '01',
          YEAR: String(this.setting.year),
          RPSTULOAD: percent(this.periodLoad(session)),
        }),
      )
    if (session.isDormant) parts.push(this.status(session.start, '02'))
    else if (session.isWritingUp) parts.push(this.status(session.start, '04'))
    else if (this.life.sessions[session.index - 1]?.isDormant) parts.push(this.status(session.start, '01'))
    if (this.person.isDisabled && random.chance(0.5))
      parts.push(entity('StudentFinancialSupport', { FINSUPTYPE: '100', FINSUPAMOUNT: '1800' }))
    else if (this.person.isHome && random.chance(0.12))
      parts.push(
        entity('StudentFinancialSupport', {
          FINSUPTYPE: '201',
          FINSUPAMOUNT: String(random.whole(2, 20) * 100),
        }),
      )
    parts.push(...this.locations(id, random))
    if (kind.calendar === 'research' && !isEarly && !isExchange)
      parts.push(
        entity('SupervisorAllocation', {
          SUPALLID: `${id}-U1`,
          REFUOA2021: String(random.whole(1, 34)).padStart(3, '0'),
          SUPALLPROPORTION: '100',
        }),
      )
    return parts
  }

  private status(STATUSVALIDFROM: string, STATUSCHANGEDTO: string): Entity {
    return entity('SessionStatus', { STATUSVALIDFROM, STATUSCHANGEDTO })
  }

  private reasonForEnd(session: Session): string {
    if (
      session.ending === undefined ||
      session.ending === 'completed' ||
      session.ending === 'outcome unknown'
    )
      return '04'
    return '01'
  }

  private funding(session: Session, hasEnded: boolean): Entity {
    const { country } = this.setting.provider
    const { kind } = this.life
    const isCutShort = session.end < session.plannedEnd
    const isFunded = country === 'E' || country === 'N'
    return entity('FundingAndMonitoring', {
      ELQ: country === 'E' && this.person.isHome && isTaughtHigher(kind.category) ? '03' : undefined,
      FUNDCOMP: isFunded ? (hasEnded ? (isCutShort ? '02' : '01') : '03') : undefined,
      FUNDLENGTH: '02',
      NONREGFEE:
        country === 'E' ? (this.person.isHome && kind.calendar === 'undergraduate' ? '02' : '01') : undefined,
    })
  }

  private modules(session: Session, id: string, random: Random): Entity[] {
    const { kind, subject } = this.life
    const { level } = session
    const sizes = modulesOf(level)
    const count = kind.isPartTime ? Math.ceil(sizes.length / 2) : sizes.length
    const first = kind.isPartTime && session.programmeYear % 2 === 0 ? sizes.length - count : 0
    const hasChoice = level !== '07' && level !== '04'
    const isWelsh = this.setting.provider.country === 'W'
    return Array.from({ length: count }, (_, index) => {
      const number = first + index + 1
      const chosen = hasChoice && index === count - 1 && random.chance(0.4) ? modulesOffered(level) : number
      const isSecondHalf = index >= count / 2
      const start = isSecondHalf ? addDays(session.start, 126) : session.start
      const planned = isSecondHalf ? session.plannedEnd : addDays(session.start, 112)
      const isCut = planned > session.end
      const end = isCut ? session.end : planned
      const isKnown = end <= this.periodEnd
      const isPassed = random.chance(0.94)
      return entity('ModuleInstance', {
        MODINSTID: `${id}-M${String(index + 1).padStart(2, '0')}`,
        MODID: moduleId(subject, level, chosen),
        MODINSTENDDATE: isKnown ? laterOf(start, end) : undefined,
        MODINSTSTARTDATE: start,
        MODULEOUTCOME: isKnown ? (isCut ? '03' : '01') : undefined,
        MODULERESULT: isWelsh && isKnown && !isCut ? (isPassed ? '01' : '06') : undefined,
      })
    }).filter(({ fields }) => (fields.MODINSTSTARTDATE ?? '') <= session.end)
  }

  private placement(session: Session, id: string): Entity {
    return entity('OffVenueActivity', {
      OVAID: `${id}-O1`,
      ACTDURATION: '44',
      ACTDURATIONTYPE: '02',
      ACTENDDATE: session.end <= this.periodEnd ? session.end : undefined,
      ACTSTARTDATE: session.start,
      ACTTYPEID: '03',
      COUNTRY: this.person.isHome ? this.person.country : 'XF',
    })
  }

  private abroad(session: Session, id: string, random: Random): Entity {
    return entity('OffVenueActivity', {
      OVAID: `${id}-O1`,
      ACTDURATION: '12',
      ACTDURATIONTYPE: '02',
      ACTENDDATE: addDays(session.start, 84),
      ACTSTARTDATE: session.start,
      ACTTYPEID: '01',
      COUNTRY: random.pick(['FR', 'DE', 'ES', 'IT', 'US', 'CA', 'AU']),
      MOBSCHEME: '01',
    })
  }

  private locations(id: string, random: Random): Entity[] {
    const { venues } = this.setting.provider
    const location = (number: number, VENUEID: string, STUDYPROPORTION: string): Entity =>
      entity('StudyLocation', { STUDYLOCID: `${id}-L${number}`, STUDYPROPORTION, VENUEID })
    if (this.person.fields.TTACCOM === '04')
      return [entity('StudyLocation', { STUDYLOCID: `${id}-L1`, DISTANCE: '01', STUDYPROPORTION: '100' })]
    if (venues.length > 1 && random.chance(0.15))
      return [location(1, venueId(0), '60'), location(2, venueId(1), '40')]
    return [location(1, venueId(random.chance(0.8) ? 0 : venues.length - 1), '100')]
  }

  private fullLoad(session: Session): number {
    if (session.isPlacement) return 50
    if (session.isWritingUp) return 20
    return this.life.kind.isPartTime ? 50 : 100
  }

  private shareKept(session: Session): number {
    return daysBetween(session.start, session.end) / daysBetween(session.start, session.plannedEnd)
  }

  /** Load that falls into the reference period. */
  private periodLoad(session: Session): number {
    if (session.isDormant) return 0
    const from = laterOf(session.start, this.periodStart)
    const to = earlierOf(session.end, this.periodEnd)
    const share = (daysBetween(from, to) + 1) / (daysBetween(session.start, session.plannedEnd) + 1)
    return this.fullLoad(session) * Math.min(Math.max(share, 0), 1)
  }

  private fee(session: Session): number {
    const { kind } = this.life
    if (session.isDormant) return 0
    const isUndergraduate = kind.calendar === 'undergraduate'
    const full = !this.person.isHome
      ? isUndergraduate
        ? 16_800
        : 18_500
      : isUndergraduate
        ? this.homeFee()
        : kind.calendar === 'research'
          ? 4_712
          : 9_500
    if (session.isPlacement) return Math.round(full / 5)
    return kind.isPartTime ? Math.round(full / 2) : full
  }

  private homeFee(): number {
    const fees: Readonly<Record<SampleProvider['country'], number>> = {
      E: 9_250,
      W: 9_000,
      S: 1_820,
      N: 4_710,
    }
    return fees[this.setting.provider.country]
  }
}

/** The engagement of a life as one collection sees it. */
export const engagementOf = (setting: Setting, life: Life, person: Person): Entity =>
  new EngagementBuilder(setting, life, person).build()

/** A second, short engagement that a few students have beside the first: credit at honours level. */
export const secondEngagementOf = (setting: Setting, life: Life, person: Person): Entity | undefined => {
  const random = new Random(setting.seed, Number(setting.provider.instId), life.entryYear, life.number, 13)
  const isFirstYear = life.entryYear === setting.year
  const [session] = life.sessions
  // Credit is offered in the subjects of the file; a teacher trainee's own is not among them.
  const hasCredit = life.kind.code !== 'INX' && life.kind.code !== 'PGC'
  if (!isFirstYear || !hasCredit || session === undefined || session.ending === 'left early') return undefined
  if (!random.chance(0.04)) return undefined
  const { start, end } = sessionDates(creditKind.calendar, life.entryYear)
  const only: Session = {
    ...session,
    level: '04',
    isPlacement: false,
    isDormant: false,
    isWritingUp: false,
    ending: 'completed',
    start,
    end,
    plannedEnd: end,
  }
  return engagementOf(setting, { ...life, mark: 'B', kind: creditKind, sessions: [only] }, person)
}
