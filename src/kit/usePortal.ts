import { useNavigate } from 'react-router'
import { type Portal, usePortalContext } from './portal.ts'

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
