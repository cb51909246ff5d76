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

/** Where the data dictionary of a collection tells of a field, `Entity.FIELD`. */
export const fieldPage = (reference: string, field: string): string =>
  `/specification/${reference}#${encodeURIComponent(field)}`

const sentence = (content: readonly GuidanceInline[]): string => content.map(({ text }) => text).join('')

const blockText = (block: GuidanceBlock): string => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return sentence(block.content)
    case 'list':
      return block.items
        .map((item, at) => `${block.isOrdered ? `${at + 1}.` : '-'} ${sentence(item)}`)
        .join('\n')
    case 'example':
      return block.text
  }
}

/** Guidance as plain text, a blank line between its blocks: for files. Empty where there is none. */
export const guidanceText = (blocks: readonly GuidanceBlock[] | null): string =>
  (blocks ?? []).map(blockText).join('\n\n')
