import { Fragment } from 'react'
import { fieldPage, type GuidanceBlock, type GuidanceInline } from '../../domain/guidance.ts'
import { Link, Stack } from '../../ui/index.ts'
import styles from './Guidance.module.css'

interface Place {
  /** Collection in whose dictionary fields are looked up. */
  reference: string
  /** Level of the headings. */
  level: 3 | 5
}

export interface GuidanceProps extends Place {
  blocks: readonly GuidanceBlock[]
}

/** What the ruleset says of a rule: elements of ours with the texts of its authors, and each field a way to the dictionary. */
export function Guidance({ blocks, ...place }: GuidanceProps) {
  return (
    <Stack gap={3}>
      {blocks.map((block, at) => (
        // Blocks have no names, and their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Block key={at} block={block} {...place} />
      ))}
    </Stack>
  )
}

function Block({ block, reference, level }: Place & { block: GuidanceBlock }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${level}` as const
      return (
        <Heading className={styles.heading}>
          <Inlines content={block.content} reference={reference} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} reference={reference} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names either
        <li key={at}>
          <Inlines content={item} reference={reference} />
        </li>
      ))
      return block.isOrdered ? (
        <ol className={styles.list}>{items}</ol>
      ) : (
        <ul className={styles.list}>{items}</ul>
      )
    }
    case 'example':
      return <pre translate="no">{block.text}</pre>
  }
}

function Inlines({ content, reference }: Pick<Place, 'reference'> & { content: readonly GuidanceInline[] }) {
  return content.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence stay where they are
    <Fragment key={at}>
      <Inline part={part} reference={reference} />
    </Fragment>
  ))
}

function Inline({ part, reference }: Pick<Place, 'reference'> & { part: GuidanceInline }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'strong':
      return <strong>{part.text}</strong>
    case 'emphasis':
      return <em>{part.text}</em>
    case 'code':
      return <code translate="no">{part.text}</code>
    case 'field':
      return (
        <Link href={fieldPage(reference, part.text)}>
          <code translate="no">{part.text}</code>
        </Link>
      )
    case 'link':
      return <Link href={part.href ?? ''}>{part.text}</Link>
  }
}
