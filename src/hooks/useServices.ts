import { useNavigate } from 'react-router'
import { type Services, useServicesContext } from './services.ts'

/** The API and the browser's help for a screen; `navigate` goes to an address of the services. */
export const useServices = () => {
  const services: Services = useServicesContext()
  const navigate = useNavigate()
  return {
    call: services.api.call,
    text: services.api.text,
    blob: services.api.blob,
    download: services.download,
    saveText: services.saveText,
    saveBlob: services.saveBlob,
    savePng: services.savePng,
    postFile: services.postFile,
    signInAgain: services.signInAgain,
    now: services.now,
    navigate,
  }
}
