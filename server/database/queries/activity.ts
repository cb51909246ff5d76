import type { Transaction } from 'kysely'
import type { ActivityTypeId } from '../../../src/domain/activity.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { Database } from '../schema.ts'

const downloaded: ActivityTypeId = 14

/** Notes that somebody was given the address of a submission's file. */
export const logDownload = async (
  tx: Transaction<Database>,
  file: { id: string; collection_id: string; inst_id: string; file_name: string },
  actor: UserPrincipal,
  at: Date,
): Promise<void> => {
  await tx
    .insertInto('activity_log')
    .values({
      collection_id: file.collection_id,
      inst_id: file.inst_id,
      submission_id: file.id,
      type_id: downloaded,
      created_utc: at,
      username: actor.name,
      organisation_id: actor.organisationId,
      filename: file.file_name,
    })
    .execute()
}
