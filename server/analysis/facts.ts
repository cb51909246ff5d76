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

/** What the analysis knows of a submission besides its file. Dates are YYYY-MM-DD. */
export interface SubmissionFacts {
  submissionId: string
  collectionReference: string
  referencePeriodStart: string
  referencePeriodEnd: string
  provider: RegisteredProvider
  register: readonly RegisteredProvider[]
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
