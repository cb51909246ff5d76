import { useNavigate } from 'react-router'
import { type Portal, usePortalContext } from './portal.ts'

export { type ActionHandle, useAction } from './action.ts'
export { useAddress } from './address.ts'
export { useConfiguration } from './configuration.ts'
export { type LeaveGuard, useLeaveGuard } from './leave.ts'
export { ownChannel, useFollow, useLiveMessages } from './live.ts'
export { PageTitle, useInterval, usePageTitle } from './page.tsx'
export { usePoll } from './poll.ts'
export { type Configuration, type Portal, PortalContext } from './portal.ts'
export {
  createPreferences,
  type ThemeChoice,
  themeOf,
  themes,
  useSingleKeys,
  useTheme,
} from './preferences.ts'
export { type Resource, type ResourceRequest, useResource } from './resource.ts'
export { attached, type RunningActor, type SeenEvent, useRunningActors } from './running/index.ts'
export { useSession, useViewer, type Viewer } from './session.ts'
export { type Table, useTable } from './table.ts'
export { type TextFile, useTextFile } from './textFile.ts'

// What only one screen needs (stepper, upload, playback, conformance check) is imported from its own file: this one is in the frame.

/** The API and the browser's help for a screen; `navigate` goes to an address of the portal. */
export const usePortal = () => {
  const portal: Portal = usePortalContext()
  const navigate = useNavigate()
  return {
    call: portal.api.call,
    text: portal.api.text,
    download: portal.download,
    saveText: portal.saveText,
    saveBlob: portal.saveBlob,
    savePng: portal.savePng,
    session: portal.session,
    live: portal.live,
    now: portal.now,
    navigate,
  }
}
