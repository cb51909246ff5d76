import { downloadDelivery } from '../../../domain/wire/deliveries.ts'
import { type ActionHandle, useAction, useServices } from '../../../hooks/index.ts'

/** Downloads the package of a delivery, by its id. */
export const useDownload = (): ActionHandle<string> => {
  const { call, download } = useServices()
  return useAction((id: string) => call(downloadDelivery, { path: { id } }), {
    onDone: (_, { url }) => download(url),
  })
}
