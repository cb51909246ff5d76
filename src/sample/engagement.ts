import { type Case, caseOf, type Setting } from './case.ts'
import { creditKind, sessionDates } from './catalogue.ts'
import { type Entity, entity } from './entity.ts'
import { entryProfile } from './entryProfile.ts'
import { leaving } from './leaving.ts'
import type { Life, Session } from './life.ts'
import type { Person } from './person.ts'
import { courseSession } from './session.ts'

/** The engagement of a life as one collection sees it. */
export const engagementOf = (setting: Setting, life: Life, person: Person): Entity => {
  const made = caseOf(setting, life, person)
  const { periodStart, periodEnd } = made
  const sessions = life.sessions.filter(({ start, end }) => start <= periodEnd && end >= periodStart)
  const last = life.sessions.at(-1)!
  const isOver = last.end <= periodEnd
  const random = made.random(11)
  const { kind } = life
  const isResearch = kind.calendar === 'research'
  const isTeaching = kind.code === 'PGC'
  const { country } = setting.provider
  return entity(
    'Engagement',
    {
      NUMHUS: made.numhus,
      ENGEXPECTEDENDDATE: expectedEnd(made, isOver),
      ENGSTARTDATE: life.sessions[0]!.start,
      ENTRYRTE: isTeaching && country === 'E' ? '12' : undefined,
      FEEELIG: person.isHome ? '01' : '02',
      FEESTATUS: person.isHome ? '01' : '02',
      INCOMINGEXCHANGE: kind.code === 'INX' ? '01' : undefined,
      OWNENGID: `${person.fields.OWNSTU}/${made.numhus}`,
      QTS: isTeaching ? '01' : undefined,
      RCSTDNT: /^[DELM]/.test(kind.category) ? '9997' : undefined,
      STUDYINTENTION: isResearch ? kind.category : undefined,
    },
    [
      entryProfile(made, random),
      ...(isOver ? leaving(made, last, random) : []),
      ...sessions.map(session => courseSession(made, session)),
    ],
  )
}

/** When the programme is to end; whoever has left keeps the day, by which the survey of final-year students goes. */
const expectedEnd = (made: Case, isOver: boolean): string => {
  const { kind, sessions, entryYear } = made.life
  const dormant = sessions.filter(session => session.isDormant && session.year <= made.setting.year).length
  const planned = entryYear + kind.years - 1 + dormant
  const ends = { undergraduate: '06-14', postgraduate: '09-13', research: '09-30' } as const
  if (isOver) return `${planned + 1}-${ends[kind.calendar]}`
  const lastYear = Math.max(planned, made.setting.year)
  const end = `${lastYear + 1}-${ends[kind.calendar]}`
  return end > made.periodEnd ? end : `${made.setting.year + 2}-${ends[kind.calendar]}`
}

/** A second, short engagement that a few students have beside the first: credit at honours level. */
export const secondEngagementOf = (setting: Setting, life: Life, person: Person): Entity | undefined => {
  const random = caseOf(setting, life, person).random(13)
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
