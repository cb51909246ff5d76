import { collectionStateById } from '../../src/domain/collection.ts'
import { collectionStateLabel } from '../../src/domain/labels.ts'
import { noticeTitle } from '../../src/domain/notice.ts'
import { product } from '../../src/domain/product.ts'
import { statusNameOf } from '../../src/domain/status.ts'
import type { Message } from '../../src/messages/message.ts'
import type { NoticeRow } from '../database/queries/notices.ts'

/** A stored notice in one line. */
export const noticeMessage = ({
  kind,
  mode,
  collection,
  by,
  detail,
}: Pick<NoticeRow, 'kind' | 'mode' | 'collection' | 'by' | 'detail'>): Message => {
  const { statusId, stateId, package: _package, mail: _mail, byUser: _byUser, ...rest } = detail
  return noticeTitle({
    ...rest,
    kind,
    mode,
    collection,
    by: by ?? product.name,
    status: statusId === undefined ? undefined : statusNameOf(statusId),
    state: stateId === undefined ? undefined : collectionStateLabel(collectionStateById(stateId)?.name),
  })
}
