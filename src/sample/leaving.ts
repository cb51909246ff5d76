import type { Case } from './case.ts'
import { creditKind, qualificationId } from './catalogue.ts'
import { type Entity, entity } from './entity.ts'
import { addDays } from './identifiers.ts'
import type { Session } from './life.ts'
import { sampleProvider } from './providers.ts'
import type { Random } from './random.ts'

/** How an engagement ended, and what was awarded. */
export const leaving = (made: Case, last: Session, random: Random): Entity[] => {
  const { kind, subject } = made.life
  const { researchersMoveTo } = made.setting
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
    INTENDEDDESTINATION:
      ending === 'moved with supervisor' && researchersMoveTo !== undefined
        ? sampleProvider(researchersMoveTo).ukprn
        : undefined,
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
    QUALAWARDID: `${made.numhus}-A1`,
    OUTCOMEDATE: addDays(last.end, 10),
    QUALID: qualificationId(kind, subject),
    QUALRESULT: kind.code === 'PGC' ? '0008' : kind === creditKind ? '0013' : result,
    THESISTITLE: kind.calendar === 'research' ? `Studies in ${subject.title.toLowerCase()}` : undefined,
  })
  return [leaver, award]
}
