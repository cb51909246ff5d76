import { mayEnter } from '../../domain/permissions.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { NoticeWire } from '../../domain/wire/notices.ts'
import { issuePath, rootPath } from './address.ts'

/** Where the reader finds what a notice tells of; undefined where the reader has no page of it. */
export const noticeLink = (
  { kind, issueId, submissionId, collection, provider, mode }: NoticeWire,
  reader: UserPrincipal,
): string | undefined => {
  if (issueId !== undefined) return mayEnter(reader, '/issues') ? issuePath(issueId) : undefined
  // Of several issues: their list.
  if (kind === 'issueRaised' || kind === 'issueAnswered')
    return mayEnter(reader, '/issues') ? issuePath() : undefined
  if (kind === 'webhookSwitchedOff') return mayEnter(reader, '/suppliers') ? '/suppliers' : undefined
  if (kind === 'deliveryReady') return mayEnter(reader, '/delivery') ? '/delivery' : undefined
  const isProvider = reader.organisationType === 'provider'
  const area = mode === 'ovt' ? 'online-validation' : 'submissions'
  if (submissionId !== undefined && isProvider)
    return mayEnter(reader, `/${area}`)
      ? rootPath({ area, collectionId: collection.id, submissionId })
      : undefined
  if (isProvider)
    return ([`/${area}`, '/submissions', '/online-validation'] as const).find(path => mayEnter(reader, path))
  if (!mayEnter(reader, '/monitoring')) return undefined
  return submissionId !== undefined && provider
    ? rootPath({
        area: 'monitoring',
        reference: collection.reference,
        collectionId: collection.id,
        instId: provider.instId,
        submissionId,
      })
    : `/monitoring/${collection.reference}`
}
