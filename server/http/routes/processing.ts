import type { FastifyInstance } from 'fastify'
import type { BulkJobs } from '../../bulk/index.ts'
import type { Server } from '../../context.ts'
import type { Issues, Raising } from '../../issues/index.ts'
import type { JobQueue } from '../../jobs/index.ts'
import type { Readings, SpecificationStore } from '../../pipeline/index.ts'
import { additionalReportRoutes } from './additionalReports.ts'
import { explanationRoutes } from './explanations.ts'
import { fileRoutes } from './files.ts'
import { inspectionRoutes } from './inspection.ts'
import { issueAttachmentRoutes } from './issueAttachments.ts'
import { issueDecisionRoutes } from './issueDecisions.ts'
import { issueRoutes } from './issues.ts'
import { liveRoutes } from './live.ts'
import { mailRoutes } from './mails.ts'
import { noteRoutes } from './notes.ts'
import { noticeRoutes } from './notices.ts'
import { qualityRoutes } from './quality.ts'
import { qualityReportRoutes } from './qualityReport.ts'
import { qualityTotalRoutes } from './qualityTotals.ts'
import { recordChangeRoutes } from './recordChanges.ts'
import { reportDownloadRoutes } from './reportDownloads.ts'
import { reportRoutes } from './reports.ts'
import { schemaRoutes } from './schemas.ts'
import { signedFormRoutes } from './signedForms.ts'
import { studentRoutes } from './students.ts'
import { submissionChangeRoutes } from './submissionChanges.ts'
import { submissionReadRoutes } from './submissions.ts'
import { transferRoutes } from './transfers.ts'
import { workbookRoutes } from './workbooks.ts'

/** Everything about submissions: files, changes, what the checks found, reports, the live connection. */
export const processingRoutes = async (
  app: FastifyInstance,
  server: Server & {
    reader: Readings
    specifications: SpecificationStore
    issues: Issues
    raising: Raising
    queue: JobQueue
    jobs: BulkJobs
  },
): Promise<void> => {
  const {
    db,
    clock,
    lifecycle,
    storage: store,
    reader,
    specifications,
    issues,
    raising,
    queue,
    jobs,
    live,
    publicUrl,
    disk,
    config,
  } = server
  const { uploadMaxBytes, uploadAtOnceBytes, uploadExpiresSeconds, uploadPartsExpireSeconds } = config
  submissionReadRoutes(app, { db, clock, lifecycle })
  submissionChangeRoutes(app, { db, clock, lifecycle, jobs })
  inspectionRoutes(app, { db, clock })
  qualityRoutes(app, { db, clock, store, reader, specifications })
  qualityReportRoutes(app, { db, clock, store, reader, specifications })
  qualityTotalRoutes(app, { db, clock, store, reader, specifications })
  recordChangeRoutes(app, { db, clock, store, reader, specifications })
  studentRoutes(app, { db, clock, store, reader, specifications })
  workbookRoutes(app, { db, clock, store, reader, specifications, queue })
  const { signIns } = server.identity
  const issueTools = { db, clock, store, issues, raising, signIns }
  issueRoutes(app, issueTools)
  issueDecisionRoutes(app, issueTools)
  issueAttachmentRoutes(app, issueTools)
  explanationRoutes(app, { db, clock, store, issues, signIns })
  signedFormRoutes(app, { db, clock, store, signIns })
  noteRoutes(app, { db, clock })
  noticeRoutes(app, { db, clock })
  mailRoutes(app, { db, way: config.mail ? 'sent' : config.demo ? 'shown' : 'none' })
  reportRoutes(app, { db, clock, reader, specifications })
  reportDownloadRoutes(app, { db, clock, reader, specifications })
  additionalReportRoutes(app, { db, clock, reader, specifications })
  transferRoutes(app, { db, clock, lifecycle, reader, specifications })
  schemaRoutes(app, { db, specifications })
  await fileRoutes(app, {
    db,
    clock,
    lifecycle,
    store,
    disk,
    reader,
    specifications,
    uploadMaxBytes,
    uploadAtOnceBytes,
    uploadExpiresSeconds,
    uploadPartsExpireSeconds,
  })
  await liveRoutes(app, { live, publicUrl })
}
