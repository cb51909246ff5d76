import { describe } from 'vitest'
import { consentSpec } from '../../src/model/charts/consent.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('consent', () => isWalkedWhole(consentSpec))
