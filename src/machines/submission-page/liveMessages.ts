import { concernsEveryPage } from '../../domain/providerNews.ts'
import { statusNameOf } from '../../domain/status.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import { isSubmissionBehind } from '../../domain/wire/fileEvents.ts'
import { changesCollection, type LiveMessage, tellsOfShared } from '../../domain/wire/live.ts'
import type { SubmissionEvent } from '../submission/index.ts'
import type { SubmissionPageContext } from './types.ts'

type Shown = Pick<SubmissionPageContext, 'submissionId' | 'instId' | 'named' | 'known'>

/**
 * Whether an answer in flight may be older than the message and must be dropped. Progress messages do not count: the next one
 * repeats what the answer undid.
 */
export const isOvertaking = ({ submissionId, instId, named }: Shown, message: LiveMessage): boolean =>
  tellsOfShared(message, instId, named) ||
  (message.type === 'TSV_READY' && message.submissionId === submissionId)

/** Whether the page has to load again after a message, judged by what was known before it. */
export const isBehind = ({ submissionId, named, known }: Shown, message: LiveMessage): boolean =>
  concernsEveryPage(message) ||
  changesCollection(message, named.collectionId) ||
  (submissionId !== undefined &&
    message.type === 'FILE_EVENT' &&
    isSubmissionBehind(known, submissionId, message))

/** The event for the submission actor: a status, a detail, or facts shared with another file; undefined if none is due. */
export const newsOf = ({ instId, named }: Shown, message: LiveMessage): SubmissionEvent | undefined => {
  switch (message.type) {
    case 'PROGRESS': {
      const { submissionId, progress } = message
      return { type: 'DETAILS_PATCHED', submissionId, details: { progress, queue: null } }
    }
    case 'QUEUE_PLACE':
      return {
        type: 'DETAILS_PATCHED',
        submissionId: message.submissionId,
        details: { queue: message.queue },
      }
    case 'TSV_READY': {
      const { submissionId, tsvDeliveryLocation } = message
      return { type: 'DETAILS_PATCHED', submissionId, details: { tsvDeliveryLocation } }
    }
    case 'FILE_EVENT': {
      if (!tellsOfShared(message, instId, named)) return undefined
      const { submissionId, version, occurredAt: at, isLatest, copiedFrom, fileHash } = message
      const [status, facts] = [statusNameOf(message.status.id), factsFromWire(message.facts)]
      return {
        type: 'STATUS_CHANGED',
        submissionId,
        version,
        status,
        at,
        isLatest,
        facts,
        copiedFrom,
        fileHash,
      }
    }
    default:
      return undefined
  }
}
