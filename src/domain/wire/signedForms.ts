import * as z from 'zod/mini'
import { formFields } from '../formCheck.ts'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { instant, sha256Hex, uuid } from './common.ts'

/** The signed copy of a sign-off form, as it was returned. */
const signedForm = z.object({
  id: uuid,
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  returnedAt: instant,
  by: z.string(),
  /** Why another form was asked for; null where this one was not refused. */
  refusal: z.nullable(z.object({ at: instant, note: z.string() })),
  /** How it was signed in the portal; null for a copy that was signed elsewhere. */
  signature: z.nullable(
    z.object({
      /** As it was typed. */
      name: z.string(),
      /** When the signer had signed in again. */
      signedInAt: instant,
      /** Hex digits of the form's SHA-256. */
      formHash: z.string(),
    }),
  ),
})
export type SignedForm = z.output<typeof signedForm>

/** A row of the form: its label and its value. */
const issuedValue = z.object({ field: z.enum(formFields), label: z.string(), text: z.string() })

const returned = z.object({
  /** The last one; null while none was returned. */
  signedForm: z.nullable(signedForm),
  /** Those that were returned before it, newest first. */
  earlier: z.array(signedForm),
  /** What is printed on the form that the portal issues now, to compare with a returned one. */
  issued: z.array(issuedValue),
  /** Whether the collection lets its providers sign the form in the portal. */
  signsInPortal: z.boolean(),
})

export const getSignedForm = call({
  method: 'GET',
  path: '/submissions/{uuid}/signed-form',
  summary: 'The signed copy of the sign-off form that the provider has returned.',
  permission: 'collections.sign-off-form',
  response: returned,
})

export const postSignedForm = call({
  method: 'POST',
  path: '/submissions/{uuid}/signed-form',
  summary:
    'Pre-signed post data for the signed copy of the sign-off form, a PDF. Posted, it is returned by its `formId`.',
  permission: 'collections.request-sign-off',
  body: z.object({
    fileName: z.string().check(z.minLength(1), z.maxLength(255)),
    fileSize: z.number(),
    fileHash: z.optional(sha256Hex),
  }),
  response: z.object({ formId: uuid, url: z.string(), fields: z.record(z.string(), z.string()) }),
})

export const returnSignedForm = call({
  method: 'PUT',
  path: '/submissions/{uuid}/signed-form',
  summary: 'Returns the signed copy that was posted; the agency is told and records the sign-off from it.',
  permission: 'collections.request-sign-off',
  body: z.object({ formId: uuid }),
  response: returned,
})

export const downloadSignedForm = call({
  method: 'POST',
  path: '/submissions/{uuid}/signed-form/download-request',
  summary: 'A short-lived address of the signed copy: of the last one, or of the one that is named.',
  permission: 'collections.sign-off-form',
  query: z.object({ formId: z.optional(uuid) }),
  response: z.object({ url: z.string() }),
})

export const getSignedFormContent = call({
  method: 'GET',
  path: '/submissions/{uuid}/signed-form/{formId}/content',
  summary: 'One of the returned forms as PDF.',
  permission: 'collections.sign-off-form',
  produces: ['application/pdf'],
})

export const signForm = call({
  method: 'POST',
  path: '/submissions/{uuid}/signature',
  summary:
    'Signs the sign-off form in the portal: the signer has signed in again within the last minutes and types their name. The agency is told and records the sign-off from it.',
  permission: 'collections.request-sign-off',
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.signedName)) }),
  response: returned,
})
