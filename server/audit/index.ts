export { type AuditKeys, readAuditKeys, verifierKey } from './note.ts'
export { type AuditProof, proofOf } from './proof.ts'
export { AuditSetBack, createAuditSeal } from './seal.ts'
export { type AuditFault, type AuditReport, verifyAudit } from './verify.ts'
