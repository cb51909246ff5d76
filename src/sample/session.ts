import type { Case } from './case.ts'
import { courseId, creditKind, sessionYearId } from './catalogue.ts'
import { type Entity, entity } from './entity.ts'
import { addDays } from './identifiers.ts'
import type { Session } from './life.ts'
import { feeOf, fullLoad, percent, shareKept } from './load.ts'
import { sessionParts } from './sessionParts.ts'

/** A year of study on a course. */
export const courseSession = (made: Case, session: Session): Entity => {
  const { life, person, periodEnd } = made
  const { kind, subject } = life
  const { provider } = made.setting
  const { country } = provider
  const random = made.random(100 + session.index)
  const hasEnded = session.end <= periodEnd
  const isResearch = kind.calendar === 'research'
  const fee = feeOf(made, session)
  const isExchange = kind.code === 'INX'
  const id = `${made.numhus}-S${session.index + 1}`
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
      RSNSCSEND: hasEnded ? reasonForEnd(session) : undefined,
      SCSENDDATE: hasEnded ? session.end : undefined,
      SCSEXPECTEDENDDATE: country === 'S' && !hasEnded ? session.plannedEnd : undefined,
      SCSFEEAMOUNT: isExchange ? undefined : String(random.chance(0.08) ? Math.max(fee - 500, 0) : fee),
      SCSMODE: kind.isPartTime ? '31' : session.isPlacement ? '04' : '01',
      SCSSTARTDATE: session.start,
      SESSIONYEARID:
        isResearch || kind === creditKind ? undefined : sessionYearId(kind.calendar, session.year),
      STULOAD:
        country === 'W' || country === 'S'
          ? percent(session.isDormant ? 0 : fullLoad(made, session) * shareKept(session))
          : undefined,
      YEARPRG: isResearch ? '99' : String(session.programmeYear).padStart(2, '0'),
    },
    sessionParts(made, session, id, hasEnded, random),
  )
}

const reasonForEnd = (session: Session): string => {
  if (session.ending === undefined || session.ending === 'completed' || session.ending === 'outcome unknown')
    return '04'
  return '01'
}
