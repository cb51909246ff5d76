import fastify from 'fastify'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { problems } from './problems.ts'

const isProcessing = new ProblemError(problem('conflict', message('lifecycle', 'isProcessing')))

const answerTo = async (accepted: string | undefined, thrown: Error = isProcessing) => {
  const app = fastify()
  problems(app)
  app.get('/', () => {
    throw thrown
  })
  const answer = await app.inject({ url: '/', headers: accepted ? { 'accept-language': accepted } : {} })
  const { 'content-language': language, vary, 'retry-after': retryAfter } = answer.headers
  return { language, vary, retryAfter, body: answer.json() }
}

it('says a problem in English, with the reason as a value', async () => {
  const { language, vary, body } = await answerTo('en-GB,en;q=0.9')
  expect([language, vary]).toEqual(['en', 'accept-language'])
  expect(body).toMatchObject({
    status: 409,
    title: 'This is not possible at the moment',
    detail: 'Your submission is currently being processed.',
    reason: { scope: 'lifecycle', code: 'isProcessing' },
  })
})

it('says it in the language that the request accepts', async () => {
  const { language, body } = await answerTo('en-XA')
  expect(language).toBe('en-XA')
  expect(body.detail).toMatch(/^\[Ýöûr šûb.*\]$/)
})

it('says that a transaction that met another one may be asked for again', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const { retryAfter, body } = await answerTo('en', deadlock)
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(body).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/your change was not saved\. Try again/),
  })
})

it('tells nobody what an unexpected fault was', async () => {
  const cause = new Error('select secret from signing_key: connection to 10.0.0.7 failed')
  const { body } = await answerTo('en', cause)
  expect(body).toMatchObject({ status: 500, reason: { scope: 'problems', code: 'recorded' } })
  expect(JSON.stringify(body)).not.toMatch(/secret|signing_key|10\.0\.0\.7|at .*\.ts/)
})
