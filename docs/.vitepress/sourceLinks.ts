import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { MarkdownOptions } from 'vitepress'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

const isElsewhere = /^(?:[a-z]+:|#|\/)/

/**
 * Writes links to files of the repository that are no documents, such as `../CHANGELOG.md`, as text that names the file: the site
 * does not contain them. Throws an error if there is no such file, as the check of dead links does for pages.
 */
export const sourceLinks =
  (docs: string) =>
  (markdown: Markdown): void => {
    markdown.core.ruler.push('source-links', ({ tokens, env }) => {
      const { relativePath = '' } = env as { relativePath?: string }
      for (const { children } of tokens) {
        let isInside = false
        for (const token of children ?? []) {
          if (token.type === 'link_open') {
            const href = String(token.attrGet('href'))
            if (isElsewhere.test(href)) continue
            const target = join(docs, dirname(relativePath), decodeURI(href.replace(/[?#].*$/, '')))
            const path = relative(join(docs, '..'), target)
            if (path.startsWith('docs/') || path === 'docs') continue
            if (!existsSync(target)) throw new Error(`${relativePath}: there is no file ${path}`)
            isInside = true
            token.type = 'html_inline'
            token.content = `<span class="source-file" title="${markdown.utils.escapeHtml(path)}">`
          } else if (isInside && token.type === 'link_close') {
            isInside = false
            token.type = 'html_inline'
            token.content = '</span>'
          }
        }
      }
    })
  }
