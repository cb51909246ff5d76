import { join } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { pagesBelow, sidebarOf } from './sidebar.ts'
import { slugOf } from './slug.ts'
import { sourceLinks } from './sourceLinks.ts'

const docs = join(import.meta.dirname, '..')
const root = join(docs, '..')

const escaped = (code: string): string =>
  code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What VitePress writes into a page and the policy refuses: a script that marks a Mac, and style attributes (see the style sheet). */
const inline = /<script id="check-mac-os">[^<]*<\/script>|(?<=<[^<>]*) style="[^"<>]*"/g

/**
 * The documents as a site. The portal serves it at `/help/` below its own path (server/http/help.ts), under a policy that allows
 * nothing from elsewhere and nothing inline. A link to a page that does not exist fails the build.
 */
export default defineConfig({
  lang: 'en-GB',
  title: `${process.env.PRODUCT_NAME || 'Bedel'} documents`,
  description: 'How to use, run and extend the portal',
  base: '/help/',
  outDir: join(root, 'dist-docs'),
  cacheDir: join(root, '.cache/vitepress'),
  cleanUrls: true,
  appearance: false,
  // In a file of its own: the page would carry it as a script.
  metaChunk: true,
  // Prefetched pages count as "default-src", which the policy refuses.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: '/help/icon.svg', type: 'image/svg+xml' }]],
  transformHtml: page => page.replaceAll(inline, ''),
  markdown: {
    anchor: { slugify: slugOf },
    // Colours of code are style attributes, which the policy refuses.
    highlight: code => `<pre v-pre tabindex="0"><code>${escaped(code)}</code></pre>`,
    config: sourceLinks(docs),
  },
  vite: {
    publicDir: join(root, 'public'),
    // The policy takes fonts and pictures from files.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    sidebar: sidebarOf(pagesBelow(docs)) satisfies DefaultTheme.SidebarItem[],
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local' },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    externalLinkIcon: true,
  },
})
