import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readers } from './readers.ts'

/** A page of the documents, as its folder and its front matter describe it. */
export interface Page {
  /** Its file below `docs`, such as `officer/first-upload.md`. */
  file: string
  title: string
  order: number
  /** The folder of its reader: its own one, or the one that its front matter names. */
  reader: string
}

const frontMatterOf = (text: string): Record<string, string> => {
  const [, block = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return Object.fromEntries(
    block.split('\n').flatMap(line => {
      const [, name, value] = /^(\w+):\s*(.+?)\s*$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')]]
    }),
  )
}

const headingOf = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '')

/** Every page below a folder of documents but the first one; `title`, `order` and `reader` come from the front matter. */
export const pagesBelow = (docs: string): Page[] =>
  globSync('**/*.md', { cwd: docs, exclude: ['.vitepress/**'] })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file !== 'index.md')
    .map(file => {
      const text = readFileSync(join(docs, file), 'utf8')
      const { title, order, reader } = frontMatterOf(text)
      return {
        file,
        title: title ?? headingOf(text) ?? file,
        order: order === undefined ? Number.POSITIVE_INFINITY : Number(order),
        reader: reader ?? dirname(file),
      }
    })

const byOrder = (one: Page, other: Page): number =>
  one.order === other.order ? one.title.localeCompare(other.title, 'en-GB') : one.order - other.order

/** The sidebar: a closed group for each reader who has pages. The group of the page that is shown opens itself. */
export const sidebarOf = (pages: readonly Page[]) =>
  readers.flatMap(({ folder, title, task }) => {
    const own = pages.filter(({ reader }) => reader === folder).toSorted(byOrder)
    const items = own.map(page => ({
      text: page.title,
      link: `/${page.file.replace(/(?:(?<=^|\/)index)?\.md$/, '')}`,
    }))
    return items.length === 0 ? [] : [{ text: title, task, collapsed: true, items }]
  })
