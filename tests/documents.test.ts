import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readers } from '../docs/.vitepress/readers.ts'
import { pagesBelow, sidebarOf } from '../docs/.vitepress/sidebar.ts'
import { slugOf } from '../docs/.vitepress/slug.ts'
import { messagesOf, scopes, source } from '../scripts/messages/catalogue.ts'
import { wordingsOf } from '../scripts/words/texts.ts'

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

/** Pages for people who use the screens. */
const readersOfScreens = ['officer', 'analyst', 'administrator', 'rules']
const screenPages = readersOfScreens.flatMap(folder => globSync(`docs/${folder}/*.md`, { cwd: root }).sort())

describe('pages for people who use the screens', () => {
  /** What a wording has in place of a value. */
  const value = '\u0000'
  const wordings = scopes().flatMap(scope =>
    Object.values(messagesOf(source, scope)).flatMap(message => wordingsOf(message, value)),
  )
  const plain = new Set(wordings)
  /** Those with a value; a label is one only if a third of it is the wording, for "X to Y" would be any label with "to". */
  const patterns = [...plain]
    .filter(wording => wording.includes(value))
    .map(wording => ({
      length: wording.replaceAll(value, '').trim().length,
      pattern: new RegExp(`^${wording.split(value).map(RegExp.escape).join('.+')}$`),
    }))
  const isOnScreen = (label: string): boolean =>
    plain.has(label) ||
    patterns.some(({ length, pattern }) => length >= label.length * 0.33 && pattern.test(label))

  it('quote in bold only what is on the screens', () => {
    const missing = screenPages.flatMap(file =>
      [...withoutCode(textOf(file)).matchAll(/\*\*(.+?)\*\*/g)]
        .map(([, label = '']) => label)
        .filter(label => !isOnScreen(label))
        .map(label => `${file}: ${label}`),
    )
    expect(missing).toEqual([])
  })

  it('would find a label that is not on the screens', () => {
    expect(isOnScreen('Upload file to Student 2023/24')).toBe(true)
    expect(isOnScreen('Send the file off to the agency')).toBe(false)
  })

  it.each(screenPages)('%s has one heading, a title, an order and at most 800 words', file => {
    const text = textOf(file)
    expect(text.match(/^---\ntitle: .+\norder: \d+\n---\n# /)).not.toBeNull()
    expect(withoutCode(text).match(/^# /gm)).toHaveLength(1)
    // Tables that are made from the schemas are as long as these.
    const written = text.replaceAll(/<!-- properties: \w+ -->[\s\S]*?<!-- end -->/g, '')
    expect(written.split(/\s+/).length).toBeLessThanOrEqual(800)
  })

  it('explain terms as the portal does', () => {
    const messages: Record<string, string> = messagesOf(source, 'glossary')
    const explained = [...textOf('docs/officer/glossary.md').matchAll(/^\*\*(.+)\*\*\. (.+)$/gm)]
    expect(explained.length).toBeGreaterThan(20)
    for (const [, name, text] of explained) {
      const [key = ''] = Object.entries(messages).find(entry => entry[1] === name) ?? []
      expect(text).toBe(messages[key.replace('name.', 'text.')]?.replaceAll('{product}', 'Bedel'))
    }
  })
})
