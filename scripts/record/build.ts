import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
export const recordPackage = join(root, 'packages/record')

interface Manifest {
  private?: boolean
  /** Sources by entry: `./rows` is made of `./src/rows/index.ts`. */
  exports: Record<string, string>
}

/** The compiled module of a source, and its declaration. */
const compiled = (source: string): { types: string; default: string } => {
  const module = source.replace('./src/', './').replace(/\.ts$/, '')
  return { types: `${module}.d.ts`, default: `${module}.js` }
}

/** What the package says of itself once its sources are compiled. */
const published = ({ private: _, exports, ...manifest }: Manifest) => ({
  ...manifest,
  exports: Object.fromEntries(Object.entries(exports).map(([entry, source]) => [entry, compiled(source)])),
})

/** The compiler leaves the names of sources in declarations; the package has none. */
const nameModules = async (folder: string): Promise<void> => {
  for await (const file of glob('**/*.d.ts', { cwd: folder })) {
    const declaration = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), declaration.replaceAll(/(['"])(\.[^'"]+)\.ts\1/g, '$1$2.js$1'))
  }
}

/**
 * Makes `bedel-record` as it is published: modules and declarations for every entry of `packages/record`, its README and
 * examples, and the licence. It needs no other package: `npm pack` or `npm publish` in the folder.
 */
export const buildRecord = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(recordPackage, 'package.json'), 'utf8')) as Manifest
  // The oldest Node.js that the package runs on has what this edition of the language has.
  const options =
    '--declaration --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2023 --lib es2023,dom,dom.iterable --module nodenext --rewriteRelativeImportExtensions --ignoreConfig'
  await promisify(execFile)(process.execPath, [
    compiler,
    ...options.split(' '),
    '--types',
    '',
    '--rootDir',
    join(recordPackage, 'src'),
    '--outDir',
    folder,
    ...Object.values(manifest.exports).map(source => join(recordPackage, source)),
  ])
  await nameModules(folder)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  await cp(join(recordPackage, 'README.md'), join(folder, 'README.md'))
  await cp(join(recordPackage, 'examples'), join(folder, 'examples'), { recursive: true })
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
