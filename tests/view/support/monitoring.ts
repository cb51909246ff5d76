import { statusLabel } from '../../../src/domain/labels.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { awaited, submission as factsOfSubmission } from '../submissions/fixtures.ts'

/** A provider's row of the monitoring page, its latest submission at a status; none without one. */
export const monitoringRow = (
  instId: string,
  status: StatusName | undefined,
  provider: Partial<MonitoringRow['provider']> = {},
  submission: Partial<NonNullable<MonitoringRow['latestSubmission']>> = {},
  facts: Partial<MonitoringRow['facts']> = {},
): MonitoringRow => {
  const latest = status && {
    uuid: `submission-of-${instId}`,
    fileName: `${instId}.xml`,
    uploaded: `2024-10-14T09:3${instId.at(-1)}:00Z`,
    fileHash: `hash-of-${instId}`,
    status: { id: statusOf(status).id, code: statusOf(status).code, name: inEnglish(statusLabel(status)) },
    studentCount: 1000 + Number(instId),
    errorFileExists: false,
    isNilReturn: false,
    copiedFrom: null,
    version: 5,
    ...submission,
  }
  return {
    provider: {
      instId,
      name: `Provider ${instId}`,
      publishedName: `Provider ${instId}`,
      regulatorCode: '5016',
      countryCode: 'XF',
      riskCode: '02',
      issueCount: 0,
      ...provider,
    },
    collection: { id: 'c-23056', reference: '23056' },
    latestSubmission: latest ?? null,
    furthestSubmission: latest ?? null,
    awaitingParty: awaited(status),
    silentSince: null,
    lastReminded: null,
    facts: {
      ...factsOfSubmission(status ?? 'UNKNOWN').facts,
      submissionId: latest?.uuid ?? '',
      instId,
      isLatest: latest !== undefined,
      hasStoredFile: latest?.fileHash != null,
      latestStatusId: status === undefined ? null : statusOf(status).id,
      uploadUnderWay: status === 'UPLOADING',
      riskCode: provider.riskCode ?? '02',
      countryCode: provider.countryCode ?? 'XF',
      regulatorCode: provider.regulatorCode ?? '5016',
      ...facts,
    },
  }
}
