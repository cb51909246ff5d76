import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { isMissing } from '../domain/problem.ts'
import type { Api } from '../services/api.ts'
import { useLiveFeed } from './live.ts'
import { type Services, useServicesContext } from './services.ts'

/**
 * The API and the browser's help for a screen; `navigate` goes to an address of the services. A change of an item that is not
 * there has every page ask again, so that it says that the item was deleted (decisions §15).
 */
export const useServices = () => {
  const services: Services = useServicesContext()
  const navigate = useNavigate()
  const live = useLiveFeed()
  const call = useMemo(
    (): Api['call'] => async (definition, request) => {
      const answer = await services.api.call(definition, request)
      if (!answer.ok && definition.method !== 'GET' && isMissing(answer.problem))
        live.send({ type: 'ITEM_MISSING' })
      return answer
    },
    [services, live],
  )
  return {
    call,
    text: services.api.text,
    blob: services.api.blob,
    download: services.download,
    saveText: services.saveText,
    saveBlob: services.saveBlob,
    savePng: services.savePng,
    readSheet: services.readSheet,
    postFile: services.postFile,
    signInAgain: services.signInAgain,
    now: services.now,
    navigate,
  }
}
