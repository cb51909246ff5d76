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

/** What every step of the analysis is given. */
export interface AnalysisContext {
  databaseFile: string
  workFolder: string
  memoryMb: number
  threads: number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

export interface Progress {
  done: number
  total: number
  unit: 'bytes' | 'fields' | 'rules' | 'reports'
}

/** What reading results back needs. */
export type AnalysisSource = Omit<AnalysisContext, 'onProgress'>
