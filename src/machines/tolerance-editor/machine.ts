import { ruleEditor } from '../support/ruleEditor/index.ts'

/**
 * A chart, because the inspector shows this editor apart from that of descriptions. The tolerances of one rule of a Draft
 * specification (specification 1 §5). Provide `save`.
 */
export const toleranceEditorMachine = ruleEditor({
  id: 'toleranceEditor',
  description: 'The tolerances of a rule, changed for its regulators and saved together.',
})
