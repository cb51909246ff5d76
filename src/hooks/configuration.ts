import { getConfiguration } from '../domain/wire/identity.ts'
import { useResource } from './resource.ts'
import type { Configuration } from './services.ts'

/** What the server told the browser before sign-in: product, limits, demonstration. Undefined until it has arrived. */
export const useConfiguration = (): Configuration | undefined => useResource(getConfiguration, {}).data
