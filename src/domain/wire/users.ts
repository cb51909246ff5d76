import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './common.ts'

const organisation = z.string()

/** Why somebody was not let in, or misses a role (decisions §20). */
const userFault = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('no-organisation') }),
  z.object({ reason: z.literal('unknown-organisation'), organisation, type: z.string() }),
  z.object({ reason: z.literal('not-onboarded'), organisation }),
  z.object({ reason: z.literal('not-a-member'), organisation }),
  z.object({ reason: z.literal('unknown-role'), role: z.string(), organisation }),
])
export type UserFaultWire = z.output<typeof userFault>

const user = z.object({
  /** As the issuer names the person. */
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  organisations: z.array(
    z.object({
      id: z.string(),
      /** Null if the register does not know it. */
      name: z.nullable(z.string()),
      type: z.string(),
      roles: z.array(z.string()),
    }),
  ),
  faults: z.array(userFault),
  firstUtc: instant,
  lastUtc: instant,
  /** When the last sign-in was refused; null if it was not. */
  refusedUtc: z.nullable(instant),
})
export type UserWire = z.output<typeof user>

export const listUsers = call({
  method: 'GET',
  path: '/users',
  summary:
    'Everybody who has tried to sign in during the last 90 days, with organisations and roles, and why somebody was refused or misses a role.',
  permission: 'management.users',
  response: z.object({ users: z.array(user) }),
})
