/** What can go wrong at a point where a process meets the world outside it. */
const faultKinds = [
  'killBefore',
  'killAfter',
  'pause',
  'cut',
  'answerLost',
  'sentTwice',
  'outage',
  'notificationLost',
  'notificationTwice',
  'notificationLate',
  'storeFails',
  'storeAnswerLost',
  'storeHalfWritten',
  'storeLies',
  'storeAway',
  'diskFull',
  'clockForward',
  'clockBack',
  'clocksForward',
  'clocksBack',
  'requestLost',
  'requestTwice',
  'requestLate',
  'replyLost',
  'replyLate',
  'frameLost',
  'frameTwice',
  'frameLate',
  'socketCut',
] as const
export type FaultKind = (typeof faultKinds)[number]

/**
 * Where a process meets the world: a statement, the sending of a job, a commit, a call of the store, a request of a person or
 * a page, a frame to a browser.
 */
export const pointKinds = ['statement', 'send', 'commit', 'store', 'request', 'frame'] as const
export type PointKind = (typeof pointKinds)[number]

/** What can go wrong at each kind of point; what shows the most is listed more than once, and happens more often. */
export const faultsAt: Record<PointKind, readonly FaultKind[]> = {
  statement: [
    'killBefore',
    'killAfter',
    'pause',
    'pause',
    'pause',
    'cut',
    'outage',
    'clockForward',
    'clockBack',
  ],
  send: ['killAfter', 'cut', 'sentTwice', 'sentTwice'],
  commit: [
    'killBefore',
    'killAfter',
    'pause',
    'pause',
    'pause',
    'cut',
    'answerLost',
    'outage',
    'notificationLost',
    'notificationTwice',
    'notificationLate',
    'clocksForward',
    'clocksBack',
  ],
  store: [
    'killBefore',
    'killAfter',
    'pause',
    'pause',
    'pause',
    'storeFails',
    'storeAnswerLost',
    'storeHalfWritten',
    'storeLies',
    'storeAway',
    'diskFull',
  ],
  request: ['requestLost', 'requestTwice', 'requestLate', 'replyLost', 'replyLate'],
  frame: ['frameLost', 'frameTwice', 'frameLate', 'socketCut'],
}

/** The points that a story has passed, each by its description, in their order. */
export type Passed = Record<PointKind, string[]>

/** A fault at a point: the points of each kind are numbered from 1. */
export interface PlannedFault {
  point: PointKind
  at: number
  /** Only points whose description holds this are numbered. */
  where?: string
  kind: FaultKind
}

/** A fault before anybody knows what its story passes: how far into the story it strikes, from 0 to less than 1. */
export type DrawnFault = Omit<PlannedFault, 'at'> & { share: number }

/** Gives faults their points among those that a story has passed; one is left out where the story has no such point. */
export const placeFaults = (drawn: readonly DrawnFault[], passed: Passed): PlannedFault[] =>
  drawn.flatMap(({ share, ...fault }) => {
    const { where = '' } = fault
    const count = passed[fault.point].filter(description => description.includes(where)).length
    return count === 0 ? [] : [{ ...fault, at: 1 + Math.floor(share * count) }]
  })
