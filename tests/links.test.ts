import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Every relative link and anchor of the documents leads to a file and a heading. */
const root = join(import.meta.dirname, '..')
const documents = globSync(
  '{*.md,{.github,bench,changes,deploy,docs,packages,records,rulesets,schemas,scripts,src}/**/*.md}',
  {
    cwd: root,
    exclude: path => /(^|\/)node_modules$/.test(path),
  },
)

const withoutCode = (text: string): string =>
  text.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchor that GitHub makes of a heading; a repeated heading gets a number. */
const anchorsOf = (file: string): Set<string> => {
  const anchors = new Set<string>()
  const text = readFileSync(join(root, file), 'utf8').replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '')
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let name = anchor
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`
    anchors.add(name)
  }
  return anchors
}

const faultsOf = (file: string): string[] =>
  [...withoutCode(readFileSync(join(root, file), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(
    ([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), decodeURI(path))
      if (!existsSync(join(root, target))) return [`${file}: ${link} leads to no file`]
      const isFound = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)
      return isFound ? [] : [`${file}: ${link} leads to no heading`]
    },
  )

it('every relative link of a document leads to a file, and its anchor to a heading', () => {
  expect(documents.length).toBeGreaterThan(40)
  expect(documents.flatMap(faultsOf)).toEqual([])
})
