import type { FastifyReply } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { singleRecord } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { ListedPage } from '../../../src/domain/wire/additionalReports.ts'
import type { ReportFault } from '../../../src/domain/wire/reports.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { type ListingChoice, listingCsv, listingRows, type Ruleset } from '../../analysis/index.ts'
import { inLanguage } from '../../messages.ts'
import type { Readings } from '../../pipeline/index.ts'
import { disclosureTo } from '../../privacy/index.ts'
import type { RecordsOf } from '../audit.ts'
import { sendCsv } from './csvReply.ts'

/** What is asked of a list, as a call has it. */
export interface ListQuery {
  limit?: number | undefined
  offset?: number | undefined
  sortField?: string | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
}

/** One tab of a list of a submission, perhaps with only the rows of one provider. */
export interface ListedTab {
  submission: RecordsOf
  ruleset: Ruleset
  choice: Pick<ListingChoice, 'code' | 'tab' | 'only'>
}

/** Who reads it. */
export interface ListReader {
  actor: UserPrincipal
  language: Language
  noteDownload: (actor: UserPrincipal, of: RecordsOf) => Promise<void>
}

const withFields = ['records', 'derived'] as const

const tabOf = ({ ruleset, choice }: ListedTab): Ruleset['listings'][number]['tabs'][number] => {
  const tab = ruleset.listings.find(({ code }) => code === choice.code)?.tabs[choice.tab]
  if (!tab) throw new ProblemError(problem('not-found', message('problems', 'noReport')))
  return tab
}

/** Why the rows are withheld from the reader; undefined where they are given, as counts always are. */
const notice = (
  listed: ListedTab,
  { actor, language }: ListReader,
  outlet: 'json' | 'csv',
): string | undefined => {
  const { records, recordClasses } = tabOf(listed)
  return records
    ? disclosureTo(actor, outlet, language).notice([...singleRecord, ...recordClasses])
    : undefined
}

/**
 * What is read of a record; where the record is not kept any more, or cannot be made again, what a report says then (2 §8): its
 * counts still stand.
 */
export const readOrFault = async <T extends object>(
  reading: Promise<T>,
  none: T,
  language: Language,
): Promise<T & ReportFault> => {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'not-found') throw error
    return { ...none, Error: true, ErrorMsg: inLanguage(language, error.problem.reason) }
  }
}

/** A page of a list; without rows, and with the reason, for who may not read them. Throws not-found where there is no such list. */
export const listedPage = async (
  reader: Readings,
  listed: ListedTab,
  who: ListReader,
  { limit = defaultPageSize, offset = 0, sortField, sortOrder }: ListQuery,
): Promise<ListedPage> => {
  const withheld = notice(listed, who, 'json')
  const choice = { ...listed.choice, limit, offset, sortField, sortOrder }
  const page = await readOrFault(
    reader
      .for(who.actor)
      .read(listed.submission.id, withFields, source => listingRows(source, listed.ruleset, choice)),
    { headers: [], rows: [], total: 0 },
    who.language,
  )
  return withheld === undefined ? page : { ...page, rows: [], withheld }
}

/** All rows of a list as CSV, or the one line that says why they are withheld. */
export const sendListed = async (
  reply: FastifyReply,
  reader: Readings,
  listed: ListedTab,
  who: ListReader,
  { sortField, sortOrder }: ListQuery,
): Promise<FastifyReply> => {
  const withheld = notice(listed, who, 'csv')
  const { submission, ruleset, choice } = listed
  if (withheld === undefined && tabOf(listed).records) await who.noteDownload(who.actor, submission)
  return sendCsv(
    reply,
    `${choice.code}.${submission.id}.csv`,
    withheld === undefined
      ? reader
          .for(who.actor)
          .stream(submission.id, withFields, source =>
            listingCsv(source, ruleset, { ...choice, sortField, sortOrder }),
          )
      : [csvLine([withheld])],
  )
}
