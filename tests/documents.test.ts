import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readers } from '../docs/.vitepress/readers.ts'
import { pagesBelow, sidebarOf } from '../docs/.vitepress/sidebar.ts'
import { slugOf } from '../docs/.vitepress/slug.ts'

// The links of the documents and the list of them in the sidebar. The build of the site finds links to pages that are missing.

const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** The anchors of a page: its headings, and ids that it sets itself. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#{1,6} (.+)$|\bid="([^"]+)"/gm)
      .map(([, heading, id]) => id ?? slugOf((heading ?? '').replaceAll(/[`*]|\]\([^)]*\)|\[/g, ''))),
  )

const faultsOf = (file: string): string[] =>
  [...withoutCode(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
    if (/^[a-z]+:/.test(href)) return []
    const [path = '', anchor] = href.split('#')
    const target = path === '' ? file : relative(root, join(root, dirname(file), decodeURI(path)))
    if (!existsSync(join(root, target))) return [`${file}: ${href} leads nowhere`]
    if (anchor === undefined || !target.endsWith('.md')) return []
    return anchorsOf(textOf(target)).has(anchor) ? [] : [`${file}: ${href} has no such heading`]
  })

describe('links', () => {
  it('of the documents and of the pages at the top lead to a file and a heading', () => {
    const files = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })]
    expect(files.length).toBeGreaterThan(20)
    expect(files.flatMap(faultsOf)).toEqual([])
  })
})

describe('the sidebar', () => {
  const pages = pagesBelow(docs)

  it('lists every page once', () => {
    const listed = sidebarOf(pages).flatMap(({ items }) => items.map(({ link }) => link))
    expect(listed.toSorted()).toEqual(
      pages.map(({ file }) => `/${file.replace(/(?:(?<=^|\/)index)?\.md$/, '')}`).toSorted(),
    )
  })

  it('groups pages by reader, in the order of their front matter', () => {
    const page = (file: string, order: number) => ({ file, title: file, order, reader: 'officer' })
    expect(
      sidebarOf([page('officer/b.md', 2), page('officer/c.md', 1), page('officer/index.md', 3)]),
    ).toEqual([
      {
        text: 'Records officers',
        task: readers[0]?.task,
        collapsed: true,
        items: [
          { text: 'officer/c.md', link: '/officer/c' },
          { text: 'officer/b.md', link: '/officer/b' },
          { text: 'officer/index.md', link: '/officer/' },
        ],
      },
    ])
  })
})
