import { inOrder } from '../messages/order.ts'
export interface RegulatorSummary {
  regulatorCode: string
  name: string
  shortName: string
  regulatorTypeCode: string
}

/** Statutory organisation that may approve for every provider and sees the NSS report (specification 2 §4.3, §2.9). */
export const specialStatutoryCode = '5016'

/** Regulators are ordered with the primary regulator last, otherwise by name (specification 1 §9). */
export const compareRegulators = (
  a: Pick<RegulatorSummary, 'name' | 'regulatorTypeCode'>,
  b: Pick<RegulatorSummary, 'name' | 'regulatorTypeCode'>,
): number =>
  Number(a.regulatorTypeCode === '01') - Number(b.regulatorTypeCode === '01') || inOrder(a.name, b.name)
