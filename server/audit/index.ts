export {
  type AuditLine,
  type AuditLineFilter,
  auditOrganisations,
  auditSpan,
  listAuditLines,
} from './lines.ts'
export { existingAuditKeys, noteSecondPlace, openCheckpoint, readAuditKeys, verifierKey } from './note.ts'
export { SecondPlaceUnnamed } from './outside.ts'
export { type AuditProof, proofOf } from './proof.ts'
export { AuditKeysOfOthers, rotateAuditKey } from './rotate.ts'
export { AuditSetBack, createAuditSeal, latestCheckpoint } from './seal.ts'
export { type AuditFault, type AuditReport, verifyAudit } from './verify.ts'
