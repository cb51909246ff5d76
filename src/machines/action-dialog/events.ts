export type ActionDialogEvent<Action> =
  /** The user wants this done; a dialog asks whether really. */
  | { type: 'ASK'; action: Action }
  /** Done at once, where no confirmation is needed (downloads, a form's own button). */
  | { type: 'RUN'; action: Action }
  | { type: 'CONFIRM' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }
