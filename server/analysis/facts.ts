import { join } from 'node:path'
import type { SharedFile } from './database.ts'

/** A provider as the analysis sees it. `countryCode`: E England, W Wales, S Scotland, N Northern Ireland. */
export interface RegisteredProvider {
  instId: string
  ukprn: string
  name: string
  countryCode: 'E' | 'W' | 'S' | 'N'
  region?: string
  postcode?: string
  degreeAwardingPowers?: boolean
  returnsRecord?: boolean
}

/** A student who leaves one provider for another, by the sender's identifiers. */
export interface Transfer {
  sid: string
  numhus: string
}

/** What the processed submission of another provider says. */
export interface PartnerReturn {
  ukprn: string
  /** Those who come to the provider of the submission in hand. */
  transfers: readonly Transfer[]
}

/** What the analysis knows of a submission besides its file. Dates are YYYY-MM-DD. */
export interface SubmissionFacts {
  submissionId: string
  collectionReference: string
  referencePeriodStart: string
  referencePeriodEnd: string
  provider: RegisteredProvider
  register: readonly RegisteredProvider[]
  /** What other providers' submissions to the collection say of students who came from them to this provider. */
  partners?: readonly PartnerReturn[]
  /** Parquet file of the provider's previous signed-off submission, made by `writeHistory`. */
  previousHistoryFile?: string
}

/** The parts of an analysis, each a folder of files. A part is made by one step, and no later step changes it. */
export const analysisParts = ['records', 'derived', 'failures'] as const
export type AnalysisPart = (typeof analysisParts)[number]

/** Where the parts of an analysis are, below a folder. */
export const analysisPaths = (
  folder: string,
): Pick<AnalysisContext, 'recordsFolder' | 'databaseFile' | 'failuresFolder'> => {
  const part = (name: AnalysisPart): string => join(folder, name)
  return {
    recordsFolder: part('records'),
    // The name becomes one of the database, so no schema in it may have it.
    databaseFile: join(part('derived'), 'submission.duckdb'),
    failuresFolder: part('failures'),
  }
}

/** What every step of the analysis is given. */
export interface AnalysisContext {
  /** Parquet files of the record as the file has it, one for each table. */
  recordsFolder: string
  /** DuckDB file of the derived fields; its views read the record's files. */
  databaseFile: string
  /** Parquet files of the records that rules found at fault, one for each rule, with a list of these rules. */
  failuresFolder: string
  workFolder: string
  /** Up to so many bytes of files a record is small: 1 MiB by default. */
  smallBytes?: number
  /** Parts in which a rule looks at the rows of a large record: 1 by default, and more where that finds no room. */
  parts?: number
  memoryMb: number
  threads: number
  /** Longest that one statement may take, in ms; without it, as long as the signal lets it. */
  statementMs?: number
  /** Most that queries may write into the work folder where memory is short, in MB; without it, what the disk has. */
  spillMb?: number
  signal: AbortSignal
  /** The database of a small record, once a step has read it: open for those that follow, until whoever gave this closes it. */
  kept?: SharedFile
  /** A database without a file, for whoever reads a page; left open for those of other submissions. */
  pages?: SharedFile
  onProgress: (progress: Progress) => void
}

export interface Progress {
  done: number
  total: number
  unit: 'bytes' | 'fields' | 'rules' | 'reports'
}

/** What reading results back needs. */
export type AnalysisSource = Omit<AnalysisContext, 'onProgress'>
