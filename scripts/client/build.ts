import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { openApiDocument } from '../../server/http/openapi.ts'

const root = join(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

interface Operation {
  security?: Record<string, string[]>[]
}

const isForKeys = (operation: unknown): boolean =>
  (operation as Operation).security?.some(scheme => 'apiKey' in scheme) ?? false

/** The part of the API's description that is for API keys. */
const documentForKeys = () => {
  const document = openApiDocument()
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const open = Object.entries(operations).filter(([, operation]) => isForKeys(operation))
    return open.length > 0 ? [[path, Object.fromEntries(open)] as const] : []
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

const packageJson = ({ version, license }: { version: string; license: string }) => ({
  name: 'bedel-client',
  version,
  description: "Typed client of Bedel's API, for the software of higher-education providers",
  license,
  type: 'module',
  engines: { node: '>=20.19' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
})

/**
 * Makes the package that is published for software suppliers: the calls that an API key opens, typed by the API's own
 * description, and the three steps of a file (check, upload, wait). It needs nothing but `fetch` and stands alone: `npm pack` or
 * `npm publish` in the folder.
 */
export const buildClient = async (folder: string): Promise<void> => {
  const sources = join(folder, 'sources')
  await rm(folder, { recursive: true, force: true })
  await mkdir(sources, { recursive: true })
  // The compiler makes modules only where the package says that it is made of them.
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageJson(manifest), null, 2)}\n`)
  await generateApi({
    spec: documentForKeys() as never,
    output: sources,
    fileName: 'api.ts',
    httpClientType: 'fetch',
    singleHttpClient: true,
    unwrapResponseData: true,
    silent: true,
  })
  await cp(join(import.meta.dirname, 'package/index.ts'), join(sources, 'index.ts'))
  const options = '--declaration --strict --target es2022 --module nodenext --rewriteRelativeImportExtensions'
  await promisify(execFile)(process.execPath, [
    compiler,
    ...options.split(' '),
    '--lib',
    'es2022,dom,dom.iterable',
    '--types',
    '',
    '--ignoreConfig',
    '--outDir',
    folder,
    join(sources, 'index.ts'),
  ])
  // The compiler leaves the names of sources in declarations; the package has none.
  const declaration = join(folder, 'index.d.ts')
  await writeFile(declaration, (await readFile(declaration, 'utf8')).replaceAll("'./api.ts'", "'./api.js'"))
  await rm(sources, { recursive: true })
  await cp(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
