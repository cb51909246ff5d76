import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { useServicesContext } from './services.ts'

/** Notes a call that has not been answered, for as long as it has not. */
export const useUnansweredCall = (isUnanswered: boolean, retry: () => void): void => {
  const { unanswered } = useServicesContext()
  useEffect(() => {
    if (!isUnanswered) return
    unanswered.trigger.callFailed({ retry })
    return () => {
      unanswered.trigger.failureOver({ retry })
    }
  }, [unanswered, isUnanswered, retry])
}

/** What the screen has asked for in vain and does not say itself, and how a part of it says so in its place. */
export const useUnanswered = () => {
  const { unanswered } = useServicesContext()
  const failed = useSelector(unanswered, snapshot => snapshot.context.failed)
  const shown = useSelector(unanswered, snapshot => snapshot.context.shown)
  return {
    silent: failed.filter(retry => !shown.includes(retry)),
    /** Notes that the failure with this way to try again is in sight; gives what takes the note back. */
    show: useCallback(
      (retry: () => void) => {
        unanswered.trigger.failureShown({ retry })
        return () => unanswered.trigger.failureHidden({ retry })
      },
      [unanswered],
    ),
  }
}

/** What the screen has asked for in vain since this was first drawn, as in a dialog that has just been opened. */
export const useUnansweredSince = (): readonly (() => void)[] => {
  const { silent } = useUnanswered()
  const [before] = useState(silent)
  return silent.filter(retry => !before.includes(retry))
}
