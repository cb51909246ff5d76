import { product } from './product.ts'
import { isSystemError, type StatusName } from './status.ts'

/** Who has to act next on a submission (decisions §3 "Awaiting party"). */
export const awaitingParties = [
  { id: 0, name: '--' },
  { id: 1, name: 'Provider' },
  { id: 2, name: product.name },
  { id: 3, name: 'Statutory customer' },
  { id: 4, name: 'System' },
] as const

export type AwaitingParty = (typeof awaitingParties)[number]
export type AwaitingPartyId = AwaitingParty['id']

const provider: readonly StatusName[] = [
  'UNKNOWN',
  'UPLOADING',
  'UPLOAD_ERROR',
  'SCHEMA_CHECK_FAILED',
  'RIGHT_TO_PROCESS_FAILED',
  'QUALITY_PROCESSING_COMPLETE',
  'APPROVED',
  'RESUBMISSION_REQUIRED',
  'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
]
const nobody: readonly StatusName[] = [
  'SIGNED_OFF',
  'HISTORY_DATA',
  'HISTORY_DATA_PASSED',
  'HISTORY_DATA_ERROR',
  'NIL_RETURN',
]
const agency: readonly StatusName[] = ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'PROVIDER_SIGNOFF']

/**
 * The party that the latest status of a provider awaits; a provider without a submission awaits the provider.
 * The history statuses await nobody, the error among them too: to the parties they are "Signed off".
 */
export const awaitingParty = (status: StatusName | undefined): AwaitingParty => {
  const id: AwaitingPartyId =
    status === undefined || provider.includes(status)
      ? 1
      : nobody.includes(status)
        ? 0
        : status === 'SC_APPROVAL'
          ? 3
          : agency.includes(status) || isSystemError(status)
            ? 2
            : 4
  return awaitingParties[id]
}
