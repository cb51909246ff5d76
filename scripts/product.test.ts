import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { productOfPages } from './product.ts'

const root = join(import.meta.dirname, '..')
const acme = { name: 'Acme Returns', key: 'acme' }

/** A module as it is in the pages of the product. */
const inPages = async (module: string): Promise<Record<string, (code: string) => unknown>> => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [productOfPages(acme)],
    build: { write: false, lib: { entry: module, formats: ['es'] } },
  })
  const [bundle] = [built].flat() as Rolldown.RolldownOutput[]
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(bundle!.output[0].code)}`)
}

/** What a server of the product writes on its standard output. */
const onServer = async (code: string): Promise<string> => {
  const environment = { ...process.env, PRODUCT_NAME: acme.name, PRODUCT_KEY: acme.key }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: environment,
  })
  return stdout
}

describe('the product under another name', () => {
  it('is understood by its pages as its server says it', async () => {
    const said = await onServer(
      `import { organisationTypeCode } from './src/domain/organisation.ts'
       process.stdout.write(organisationTypeCode('agency'))`,
    )
    const { organisationTypeByCode } = await inPages('src/domain/organisation.ts')
    expect([said, organisationTypeByCode?.(said)]).toEqual(['acme', 'agency'])
  })

  it('stands on the page, with the key that its server asks for', () => {
    const { transformIndexHtml } = productOfPages(acme) as unknown as {
      transformIndexHtml: (page: string) => string
    }
    const page = transformIndexHtml(readFileSync(join(root, 'index.html'), 'utf8'))
    expect(page).toContain('<title>Acme Returns</title>')
    expect(page).toContain('<html lang="en-GB" data-product="acme">')
  })
})
