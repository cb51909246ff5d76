/** Ids of the notices to be marked as read; undefined: all of them. */
export type MarkedIds = readonly string[] | undefined

/** Input of the actor `mark`. */
export interface MarkInput {
  ids: MarkedIds
}

/** Output of both actors: how many notices are unread now. */
export interface Counted {
  unread: number
}

export interface NoticesInput {
  /** Unread notices when the session was made. */
  unread: number
}

export interface NoticesContext extends NoticesInput {
  /** What is being marked as read; undefined: all. */
  marked: MarkedIds
}

/** The server has counted what was read; undefined: all of them. */
export interface NoticesEmitted {
  type: 'notices.marked'
  ids: MarkedIds
}

export type NoticesEvent =
  /** A notice arrived that the viewer may read. */
  | { type: 'NOTICE_GIVEN' }
  /** Notices may have been missed. */
  | { type: 'REFRESH' }
  /** The viewer has read these; all of them where no ids are given. */
  | { type: 'READ'; ids: MarkedIds }
