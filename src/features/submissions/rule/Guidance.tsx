import { Fragment } from 'react'
import { fieldPage, type GuidanceBlock, type GuidanceInline } from '../../../domain/guidance.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, Link, Stack } from '../../../ui/index.ts'
import styles from './Guidance.module.css'

/** What the ruleset says of a rule: elements of ours with the texts of its authors, and each field a way to the dictionary. */
export function Guidance({ blocks }: { blocks: readonly GuidanceBlock[] | null }) {
  const t = useMessages('submissions.rule')
  if (blocks === null || blocks.length === 0) return null
  return (
    <Card title={t('guidanceTitle')}>
      <Stack gap={3}>
        {blocks.map((block, at) => (
          // Blocks have no names, and their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Block key={at} block={block} />
        ))}
      </Stack>
    </Card>
  )
}

function Block({ block }: { block: GuidanceBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className={styles.heading}>
          <Inlines content={block.content} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names either
        <li key={at}>
          <Inlines content={item} />
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

function Inlines({ content }: { content: readonly GuidanceInline[] }) {
  return content.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence stay where they are
    <Fragment key={at}>
      <Inline part={part} />
    </Fragment>
  ))
}

function Inline({ part }: { part: GuidanceInline }) {
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
        <Link href={fieldPage(part.text)}>
          <code translate="no">{part.text}</code>
        </Link>
      )
    case 'link':
      return <Link href={part.href ?? ''}>{part.text}</Link>
  }
}
