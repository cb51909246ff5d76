import * as z from 'zod/mini'

/*
 * What is said of a rule beyond its description: why it is there, what usually causes it, what to do. Written in Markdown beside the
 * rule, and handed on as these parts, so that whoever shows it makes elements of its own and never runs what somebody wrote.
 */

const inline = z.object({
  /** field: a field of the record, named as `Entity.FIELD`; link: a page of the portal. */
  kind: z.enum(['text', 'strong', 'emphasis', 'code', 'field', 'link']),
  text: z.string(),
  href: z.optional(z.string()),
})
export type GuidanceInline = z.output<typeof inline>

export const guidanceBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['heading', 'paragraph']), content: z.array(inline) }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(z.array(inline)) }),
  z.object({ kind: z.literal('example'), text: z.string() }),
])
export type GuidanceBlock = z.output<typeof guidanceBlock>

/** Where the data dictionary tells of a field. */
export const fieldPage = (field: string): string => `/specification#${field}`
