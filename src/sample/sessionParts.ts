import type { Case } from './case.ts'
import { moduleId, modulesOf, modulesOffered, venueId } from './catalogue.ts'
import { type Entity, entity } from './entity.ts'
import { addDays, laterOf } from './identifiers.ts'
import type { Session } from './life.ts'
import { percent, periodLoad } from './load.ts'
import type { SampleProvider } from './providers.ts'
import type { Random } from './random.ts'

const isTaughtHigher = (category: string): boolean => /^[EMHIJC]/.test(category)

const funders: Readonly<Record<SampleProvider['country'], string>> = {
  E: '5016',
  W: '5002',
  S: '5003',
  N: '5004',
}

/** What a session holds: money, modules, places, load, changes of status. */
export const sessionParts = (
  made: Case,
  session: Session,
  id: string,
  hasEnded: boolean,
  random: Random,
): Entity[] => {
  const { kind } = made.life
  const { country } = made.setting.provider
  const isExchange = kind.code === 'INX'
  const isEarly = session.ending === 'left early'
  const parts: Entity[] = [entity('FundingBody', { FUNDINGBODY: funders[country] })]
  const next = made.life.sessions[session.index + 1]
  // Nothing is returned of an engagement that is dormant throughout the period; here the student studied again in it.
  const isFundingReturned = !session.isDormant || (next !== undefined && next.start <= made.periodEnd)
  if (isFundingReturned && !isEarly && !isExchange) parts.push(funding(made, session, hasEnded))
  if (!session.isDormant && session.level !== '') parts.push(...modules(made, session, id, random))
  if (session.isPlacement) parts.push(placement(made, session, id))
  else if (session.level === '05' && random.chance(0.06)) parts.push(abroad(made, session, id, random))
  if ((country === 'E' || country === 'N') && !isExchange)
    parts.push(
      entity('ReferencePeriodStudentLoad', {
        REFPERIOD: '01',
        YEAR: String(made.setting.year),
        RPSTULOAD: percent(periodLoad(made, session)),
      }),
    )
  if (session.isDormant) parts.push(status(session.start, '02'))
  else if (session.isWritingUp) parts.push(status(session.start, '04'))
  else if (made.life.sessions[session.index - 1]?.isDormant) parts.push(status(session.start, '01'))
  if (made.person.isDisabled && random.chance(0.5))
    parts.push(entity('StudentFinancialSupport', { FINSUPTYPE: '100', FINSUPAMOUNT: '1800' }))
  else if (made.person.isHome && random.chance(0.12))
    parts.push(
      entity('StudentFinancialSupport', {
        FINSUPTYPE: '201',
        FINSUPAMOUNT: String(random.whole(2, 20) * 100),
      }),
    )
  parts.push(...locations(made, id, random))
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

const status = (STATUSVALIDFROM: string, STATUSCHANGEDTO: string): Entity => {
  return entity('SessionStatus', { STATUSVALIDFROM, STATUSCHANGEDTO })
}

const funding = (made: Case, session: Session, hasEnded: boolean): Entity => {
  const { country } = made.setting.provider
  const { kind } = made.life
  const isCompleted = !session.isDormant && session.end >= session.plannedEnd
  const isFunded = country === 'E' || country === 'N'
  return entity('FundingAndMonitoring', {
    ELQ: country === 'E' && made.person.isHome && isTaughtHigher(kind.category) ? '03' : undefined,
    FUNDCOMP: isFunded ? (hasEnded ? (isCompleted ? '01' : '02') : '03') : undefined,
    FUNDLENGTH: '02',
    NONREGFEE:
      country === 'E' ? (made.person.isHome && kind.calendar === 'undergraduate' ? '02' : '01') : undefined,
  })
}

const modules = (made: Case, session: Session, id: string, random: Random): Entity[] => {
  const { kind, subject } = made.life
  const { level } = session
  const sizes = modulesOf(level)
  const count = kind.isPartTime ? Math.ceil(sizes.length / 2) : sizes.length
  const first = kind.isPartTime && session.programmeYear % 2 === 0 ? sizes.length - count : 0
  const hasChoice = level !== '07' && level !== '04'
  const isWelsh = made.setting.provider.country === 'W'
  return Array.from({ length: count }, (_, index) => {
    const number = first + index + 1
    const chosen = hasChoice && index === count - 1 && random.chance(0.4) ? modulesOffered(level) : number
    const isSecondHalf = index >= count / 2
    const start = isSecondHalf ? addDays(session.start, 126) : session.start
    const planned = isSecondHalf ? session.plannedEnd : addDays(session.start, 112)
    const isCut = planned > session.end
    const end = isCut ? session.end : planned
    const isKnown = end <= made.periodEnd
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

const placement = (made: Case, session: Session, id: string): Entity => {
  return entity('OffVenueActivity', {
    OVAID: `${id}-O1`,
    ACTDURATION: '44',
    ACTDURATIONTYPE: '02',
    ACTENDDATE: session.end <= made.periodEnd ? session.end : undefined,
    ACTSTARTDATE: session.start,
    ACTTYPEID: '03',
    COUNTRY: made.person.isHome ? made.person.country : 'XF',
  })
}

const abroad = (_made: Case, session: Session, id: string, random: Random): Entity => {
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

const locations = (made: Case, id: string, random: Random): Entity[] => {
  const { venues } = made.setting.provider
  const location = (number: number, VENUEID: string, STUDYPROPORTION: string): Entity =>
    entity('StudyLocation', { STUDYLOCID: `${id}-L${number}`, STUDYPROPORTION, VENUEID })
  if (made.person.fields.TTACCOM === '04')
    return [entity('StudyLocation', { STUDYLOCID: `${id}-L1`, DISTANCE: '01', STUDYPROPORTION: '100' })]
  if (venues.length > 1 && random.chance(0.15))
    return [location(1, venueId(0), '60'), location(2, venueId(1), '40')]
  return [location(1, venueId(random.chance(0.8) ? 0 : venues.length - 1), '100')]
}
