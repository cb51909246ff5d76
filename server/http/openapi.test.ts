import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isCall } from '../../src/domain/wire/call.ts'
import { allCalls, openApiDocument } from './openapi.ts'

const folder = new URL('../../src/domain/wire/', import.meta.url)

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>
}
const document = openApiDocument()
const operationOf = (method: string, path: string): Operation | undefined =>
  (document.paths[path] as Record<string, Operation> | undefined)?.[method]

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

  it.each([
    ['get', '/collections/open', ['API keys', 'Providers', 'Agency']],
    ['post', '/validations', ['API keys', 'Providers']],
    ['get', '/submissions/{id}', ['API keys', 'Providers', 'Agency', 'Regulators']],
    ['post', '/suppliers/keys', ['Providers']],
    ['post', '/specifications', ['Agency']],
    ['get', '/collections', ['Everybody']],
    ['get', '/configuration', ['Everybody']],
  ])('groups %s %s by its users', (method, path, users) => {
    const operation = operationOf(method, path) as
      | (Operation & { tags: string[]; security: object[] })
      | undefined
    expect(operation?.tags).toEqual(users)
    expect(operation?.security.some(scheme => 'apiKey' in scheme)).toBe(users.includes('API keys'))
  })

  it('explains every group of users, and puts each call into one', () => {
    const names = document.tags.map(({ name }) => name)
    const operations = Object.values(document.paths).flatMap(
      path => Object.values(path) as { tags: string[] }[],
    )
    const used = new Set(operations.flatMap(({ tags }) => tags))
    expect([...used].toSorted()).toEqual(names.toSorted())
    expect(operations.filter(({ tags }) => tags.length === 0)).toEqual([])
  })

  it('has an example of every parameter, body and answer in JSON', () => {
    const without: string[] = []
    for (const { method, path } of allCalls().map(({ call }) => call)) {
      const operation = operationOf(method.toLowerCase(), path) as Operation & {
        parameters: { name: string; in: string; example?: unknown }[]
        requestBody?: { content: Record<string, { example?: unknown }> }
      }
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(operation.parameters.filter(one => one.in === 'path').map(({ name }) => name)).toEqual(named)
      const contents = [operation.requestBody?.content, operation.responses[200]?.content]
      for (const one of [
        ...operation.parameters,
        ...contents.flatMap(content => content?.['application/json'] ?? []),
      ])
        if ((one as { example?: unknown }).example === undefined) without.push(`${method} ${path}`)
    }
    expect(without).toEqual([])
  })

  it.each(allCalls().flatMap(({ name, call }) => (call.body || call.query ? [[name, call] as const] : [])))(
    '%s: the call takes its own examples',
    (_, call) => {
      const { method, path, body, query } = call
      const operation = operationOf(method.toLowerCase(), path) as Operation & {
        parameters: { name: string; in: string; example: unknown }[]
        requestBody?: { content: Record<string, { example: unknown }> }
      }
      if (body) {
        const parsed = z.safeParse(body, operation.requestBody?.content['application/json']?.example)
        expect(parsed.error?.issues).toBeUndefined()
      }
      if (query) {
        const queryParameters = operation.parameters.filter(one => one.in === 'query')
        const parsed = z.safeParse(
          query,
          Object.fromEntries(queryParameters.map(({ name: parameter, example }) => [parameter, example])),
        )
        expect(parsed.error?.issues).toBeUndefined()
      }
    },
  )

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
