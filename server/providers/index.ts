export { providerHistory } from './history.ts'
export { importRegister } from './importRegister.ts'
export { lockProviders, type ProviderRecord, providerRecords, regulatorCodes } from './providerRows.ts'
export { createProviders, type Providers, type RegisterFile } from './providers.ts'
