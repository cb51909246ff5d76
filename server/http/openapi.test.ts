import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isCall } from '../../src/domain/wire/call.ts'
import { allCalls, openApiDocument } from './openapi.ts'

const folder = new URL('../../src/domain/wire/', import.meta.url)

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>
}
const operationOf = (method: string, path: string): Operation | undefined =>
  (openApiDocument().paths[path] as Record<string, Operation> | undefined)?.[method]

describe('the OpenAPI document', () => {
  it('describes every call that the portal has', async () => {
    const files = (await readdir(folder)).filter(name => !name.endsWith('.test.ts'))
    const modules = await Promise.all(files.map(name => import(new URL(name, folder).href)))
    const written = modules.flatMap(module => Object.values<unknown>(module)).filter(isCall)
    expect(new Set(allCalls().map(({ call }) => call))).toEqual(new Set(written))
    for (const { method, path } of written)
      expect([path, operationOf(method.toLowerCase(), path)]).toEqual([path, expect.anything()])
  })

  it.each([
    [
      'get',
      '/submissions/{id}/validations/{validationId}',
      '200',
      ['application/json', 'text/csv', 'text/uri-list'],
    ],
    ['get', '/collections/{reference}/schema', '200', ['application/xml']],
    ['post', '/collections/{reference}/reprocess', '202', undefined],
    ['post', '/files/cancel-upload', '204', undefined],
  ])('says what %s %s answers', (method, path, status, types) => {
    const answer = operationOf(method, path)?.responses[status]
    expect(answer?.content && Object.keys(answer.content)).toEqual(types)
    expect(answer).toBeDefined()
  })

  it('points at nothing that is not in it', () => {
    const document = openApiDocument()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const path of references) {
      const target = path
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
      expect([path, target]).toEqual([path, expect.anything()])
    }
  })
})
