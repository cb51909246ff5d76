/**
 * Workbooks of the records that fail rules: one of all of them, or one for each value of a field, e.g. for each department.
 * They are made when somebody asks for them, and kept with the submission.
 */

/** waiting: no worker has begun; making: rows are written; failed: it was given up, and can be asked for again. */
export const workbookStates = ['waiting', 'making', 'ready', 'failed'] as const
export type WorkbookState = (typeof workbookStates)[number]

/** What is kept of a workbook that somebody has asked for. */
export interface WorkbookFacts {
  /** Rows that it will have; null while they are not counted yet. */
  total: number | null
  isMade: boolean
  isGivenUp: boolean
}

/** How far a workbook is. */
export const workbookStateOf = ({ total, isMade, isGivenUp }: WorkbookFacts): WorkbookState => {
  if (isMade) return 'ready'
  if (isGivenUp) return 'failed'
  return total === null ? 'waiting' : 'making'
}

/** Whether it can be downloaded. */
export const isWorkbookReady = (state: WorkbookState | undefined): boolean => state === 'ready'

/** Whether it was given up, so that it can be asked for again. */
export const isWorkbookGivenUp = (state: WorkbookState | undefined): boolean => state === 'failed'

/** Whether no worker has begun with it. */
export const isWorkbookNew = (state: WorkbookState): boolean => state === 'waiting'

/** Whether a request starts the making of a workbook: it was never requested, or was given up. */
export const beginsMaking = (state: WorkbookState | undefined): boolean =>
  state === undefined || isWorkbookGivenUp(state)

/** Whether a worker has it, or will: how far it is changes by itself. */
export const isUnderWay = (state: WorkbookState): boolean => isWorkbookNew(state) || state === 'making'

/** Values that a field may have for a workbook of each: more are no departments. */
export const mostWorkbooks = 200

/** The entity and the field of a name such as `Engagement.OWNENGID`. */
export const fieldNamed = (name: string): { entity: string; name: string } => {
  const [entity = '', field = ''] = name.split('.')
  return { entity, name: field }
}
