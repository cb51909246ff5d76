import { describe, expect, it } from 'vitest'
import { codesOf } from '../schema/schemaSamples.ts'
import { featureCases } from './featureCases.ts'

describe.each(featureCases)('documents with $of', ({ xsd, codes: expected }) => {
  for (const [xml, codes] of Object.entries(expected))
    it(`${xml} has ${codes.join(', ') || 'no fault'}`, () => expect(codesOf(xsd, xml)).toEqual(codes))
})
