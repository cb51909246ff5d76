import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema } from 'bedel-record'
import { build } from 'vite'
import { storeSchema } from '../storedSchemas.ts'

const root = join(import.meta.dirname, '../../..')
/** The database is native code, so it is installed beside the package and not bundled. */
const database = '@duckdb/node-api'

interface Manifest {
  version: string
  license: string
  dependencies: Record<string, string>
}

const packageJson = ({ version, license, dependencies }: Manifest) => ({
  name: 'bedel-validate',
  version,
  description:
    'Checks a student record file offline: XML, schema and quality rules, with the engine of Bedel',
  license,
  type: 'module',
  engines: { node: '>=20.19' },
  bin: { 'bedel-validate': 'bedel-validate.mjs' },
  dependencies: { [database]: dependencies[database] },
  optionalDependencies: { node: dependencies.node },
})

/**
 * Makes the package that is published for the offline check: its JavaScript (rules and database in files that are loaded only for
 * them), the schemas (also compiled), the rulesets, and a launcher that finds a Node new enough. Then run `npm pack` or `npm publish` in the folder.
 */
export const buildPackage = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [database] },
    build: {
      ssr: 'scripts/validate.ts',
      outDir: join(folder, 'lib/validate'),
      target: 'node22',
      copyPublicDir: false,
      emptyOutDir: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'main.js',
          // Code that looks for files beside itself has to be in this folder; texts look for none.
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.includes('/messages/') ? 'messages/[name].js' : '[name].js',
        },
      },
    },
  })
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageJson(manifest), null, 2)}\n`)
  await cp(join(import.meta.dirname, 'launch.mjs'), join(folder, 'bedel-validate.mjs'))
  await cp(join(import.meta.dirname, '../README.md'), join(folder, 'README.md'))
  for (const part of ['LICENSE', 'schemas', 'rulesets'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  for await (const path of glob('schemas/*/*.xsd', { cwd: root })) {
    const xsd = await readFile(join(root, path), 'utf8')
    await storeSchema(compileSchema(xsd), xsd, join(folder, 'lib/validate/compiled'))
  }
}
