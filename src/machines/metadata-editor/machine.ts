import { ruleEditor } from '../support/ruleEditor/index.ts'

/**
 * A chart, because the inspector shows this editor apart from that of tolerances. The words of one rule of a Draft specification
 * (specification 1 §5). Provide `save`.
 */
export const metadataEditorMachine = ruleEditor({
  id: 'metadataEditor',
  description: 'Description and guidance of a rule, changed and saved together.',
})
