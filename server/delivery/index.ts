export {
  type ConfigurationRecord,
  choicesOfConfigurations,
  deletionOf,
  findConfiguration,
  listConfigurations,
} from './configurationRow.ts'
export {
  createConfigurations,
  type DecidedConfiguration,
  type DeliveryConfigurations,
  offeredOf,
} from './configurations.ts'
export { createDeliveries, type DecidedDelivery, type Deliveries } from './deliveries.ts'
export {
  type Choosing,
  chosenSubmissions,
  countsOfDelivery,
  type DeliveredSubmission,
  type DeliveryRecord,
  deliveredOf,
  deliveriesOf,
  findDelivery,
  listDeliveries,
  packedOf,
  submissionsOf,
} from './deliveryRow.ts'
export { type DownloadLine, listDownloads, recordDownload } from './downloads.ts'
export { createSetMaker } from './maker.ts'
export { createPackageMaker } from './packages.ts'
export { createPartitions } from './partitions.ts'
export { packageName } from './tables.ts'
export { faultsOfPackage, faultsOfSet } from './verify.ts'
