import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../server/http/metrics.ts'
import { names as queueNames } from '../server/jobs/jobs.ts'
import { outcomeOf, whyWithout } from './support/program.ts'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

describe('the alerts', () => {
  const { groups } = parse(textOf('deploy/prometheus/alerts.yaml'), { merge: true, uniqueKeys: true })
  const rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] =
    groups[0].rules

  it('ask for figures that the server has', () => {
    const { registry } = createMetrics()
    const functions = [
      'rate',
      'increase',
      'sum',
      'max',
      'min',
      'by',
      'histogram_quantile',
      'le',
      'instance',
      'part',
      'stage',
      'method',
      'status',
      'outcome',
      'job',
      'up',
      'absent',
      'and',
      'or',
      'vector',
      'queue',
    ]
    for (const { alert, expr, annotations } of rules) {
      expect(annotations.summary, alert).toMatch(/\.$/)
      const names = expr
        .replace(/"[^"]*"/g, '')
        .replace(/\[\w+\]/g, '')
        .match(/[a-z_]+/g)
      const figures = (names ?? [])
        .filter(name => !functions.includes(name))
        .map(name => name.replace(/_(count|bucket|sum)$/, ''))
      expect(
        figures.filter(name => registry.getSingleMetric(name) === undefined),
        alert,
      ).toEqual([])
    }
    expect(rules.map(({ alert }) => alert)).toContain('BedelPartDown')
  })

  it('and what the table of metrics says of them, name figures that a process tells', () => {
    const { registry } = createMetrics()
    const [, table = ''] =
      /\n\| Metric \| .*\n\|---.*\n((?:\|.*\n)+)/.exec(textOf('docs/operate/monitoring.md')) ?? []
    const named = table
      .split('\n')
      .flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`([a-z_]+)/g)].map(([, name = '']) => name))
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter(name => registry.getSingleMetric(name) === undefined)).toEqual([])
    const asked = rules.flatMap(({ expr }) => expr.match(/\b(?:audit|jobs|stages?)_[a-z_]+/g) ?? [])
    const figures = new Set(asked.map(name => name.replace(/_count$/, '')))
    expect([...figures].filter(name => !named.includes(name))).toEqual([])
  })

  it('come where nothing moves: no process is known, no stage ends, no line of the audit is sealed, a job fails on', () => {
    const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr
    expect(exprOf('BedelUnseen')).toBe('absent(up{job="bedel"})')
    // Without any worker there is no figure of stages at all, which is as good as nought.
    expect(exprOf('BedelQueueStands')).toMatch(/ > 0 and \(sum\(.*\) or vector\(0\)\) == 0$/)
    expect(exprOf('BedelAuditNotSealed')).toMatch(/audit_waiting_seconds.* or .*queue="audit\.seal"/)
    // A provider's server that is away is none of ours.
    expect(exprOf('BedelJobsFail')).toContain('queue!~"audit.seal|webhook"')
    const queues = [...(exprOf('BedelJobsFail') ?? '').matchAll(/!~"([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split('|'),
    )
    expect(queues.filter(queue => !Object.values<string>(queueNames).includes(queue))).toEqual([])
  })

  it('never add up what every API process tells of the whole installation, nor ask API processes for what workers tell', () => {
    const common = rules.filter(({ expr }) =>
      /stage_queue_length|stages_given_up_total|audit_waiting/.test(expr),
    )
    expect(common.map(({ alert }) => alert)).toEqual([
      'BedelQueueWaits',
      'BedelQueueStands',
      'BedelStagesFail',
      'BedelAuditNotSealed',
    ])
    for (const { alert, expr } of common) expect(expr, alert).toMatch(/^max\b/)
  })

  const cases: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] = parse(
    textOf('deploy/prometheus/alerts.test.yaml'),
  ).tests

  it('each have figures written down at which they come, and others at which they do not', () => {
    const expected = cases.flatMap(({ alert_rule_test }) => alert_rule_test)
    const withAlerts = (come: boolean) =>
      new Set(
        expected.filter(({ exp_alerts }) => exp_alerts.length > 0 === come).map(({ alertname }) => alertname),
      )
    const names = rules.map(({ alert }) => alert).sort()
    expect([...withAlerts(true)].sort()).toEqual(names)
    expect([...withAlerts(false)].sort()).toEqual(names)
  })

  const whyNot = whyWithout('promtool')
  it.skipIf(whyNot)(`are what Prometheus takes, and come at those figures${whyNot}`, () => {
    const pathOf = (name: string): string => join(import.meta.dirname, '../deploy/prometheus', name)
    const right = { status: 0, said: '' }
    expect(outcomeOf('promtool', ['check', 'rules', pathOf('alerts.yaml')])).toEqual(right)
    expect(outcomeOf('promtool', ['test', 'rules', pathOf('alerts.test.yaml')])).toEqual(right)
  })
})
