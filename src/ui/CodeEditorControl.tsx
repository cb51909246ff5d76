import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './CodeEditor.module.css'
import type { CodeEditorProps } from './CodeEditor.tsx'

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--waiting)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
])

const looks = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--text-3)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    fontFamily: 'var(--mono)',
    padding: 'var(--space-2)',
    caretColor: 'var(--text)',
    minHeight: '2.5rem',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
})

/**
 * The editor itself (CodeMirror 6). It lies in a tree of its own, where its styles are those of the document's code and not
 * inline: the policy of the portal allows no others. Tab leaves it, as every field.
 */
export function CodeEditorControl({ label, value, onChange, language, isReadOnly = false }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const tell = useEffectEvent(onChange)
  const begin = useEffectEvent((root: ShadowRoot) => {
    const state = EditorState.create({
      doc: value,
      extensions: [
        history(),
        bracketMatching(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        language === 'sql' ? sql({ dialect: PostgreSQL }) : [],
        syntaxHighlighting(colours),
        looks,
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          translate: 'no',
          ...(isReadOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
        }),
        EditorView.updateListener.of(({ docChanged, state: now }) => {
          if (docChanged) tell(now.doc.toString())
        }),
      ],
    })
    return new EditorView({ state, root, parent: root })
  })
  useEffect(() => {
    const host = place.current
    if (!host) return
    const made = begin(host.shadowRoot ?? host.attachShadow({ mode: 'open' }))
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])
  useEffect(() => {
    const now = view.current
    if (now && now.state.doc.toString() !== value)
      now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } })
  }, [value])
  return <div ref={place} className={styles.host} data-read-only={isReadOnly || undefined} />
}
