import type { PublicationContext } from './types.ts'

/** Whether another sample can be added. */
export const hasRoom = ({ samples, mostSamples }: PublicationContext): boolean => samples.length < mostSamples
