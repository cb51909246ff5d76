import type { FastifyInstance } from 'fastify'
import type { Server } from '../../context.ts'
import type { Issues, Raising } from '../../issues/index.ts'
import type { AnalysisReader, SpecificationStore } from '../../pipeline/index.ts'
import { fileRoutes } from './files.ts'
import { inspectionRoutes } from './inspection.ts'
import { issueRoutes } from './issues.ts'
import { liveRoutes } from './live.ts'
import { noteRoutes } from './notes.ts'
import { qualityRoutes } from './quality.ts'
import { qualityReportRoutes } from './qualityReport.ts'
import { reportRoutes } from './reports.ts'
import { schemaRoutes } from './schemas.ts'
import { studentRoutes } from './students.ts'
import { submissionRoutes } from './submissions.ts'

/** Everything about submissions: files, changes, what the checks found, reports, the live connection. */
export const processingRoutes = async (
  app: FastifyInstance,
  server: Server & {
    reader: AnalysisReader
    specifications: SpecificationStore
    issues: Issues
    raising: Raising
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
    live,
    publicUrl,
    config,
  } = server
  const { uploadMaxBytes, uploadExpiresSeconds } = config
  submissionRoutes(app, { db, clock, lifecycle })
  inspectionRoutes(app, { db, clock })
  qualityRoutes(app, { db, clock, store, reader, specifications })
  qualityReportRoutes(app, { db, clock, store, reader, specifications })
  studentRoutes(app, { db, clock, store, reader, specifications })
  issueRoutes(app, {
    db,
    clock,
    store,
    issues,
    raising,
    signIns: server.identity.signIns,
  })
  noteRoutes(app, { db, clock })
  reportRoutes(app, { db, clock, reader, specifications })
  schemaRoutes(app, { db, specifications })
  await fileRoutes(app, {
    db,
    clock,
    lifecycle,
    store,
    reader,
    specifications,
    uploadMaxBytes,
    uploadExpiresSeconds,
  })
  await liveRoutes(app, { live, publicUrl })
}
