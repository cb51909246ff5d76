import { useCallback, useMemo } from 'react'
import { shownFileName } from '../../domain/fileName.ts'
import { type RowTarget, useRowTarget } from '../../hooks/validatePage.ts'
import {
  type CheckOutcome,
  type Fault,
  selectFault,
  selectListed,
  type ValidatePageSnapshot,
} from '../../machines/validate-page/index.ts'
import { type Translate, useMessages } from '../../messages/index.ts'
import type { FileText, TextRow } from '../../services/file-check/lineIndex.ts'
import {
  DescriptionList,
  Dotted,
  Hidden,
  KeyButton,
  LineField,
  Select,
  type TextMark,
  TextRows,
  VirtualOptions,
} from '../../ui/index.ts'
import styles from './Faults.module.css'
import { orderByByte, positionsWithin, rangeOf } from './marks.ts'
import type { SetupProps } from './Setup.tsx'

type FaultyOutcome = Extract<CheckOutcome, { kind: 'faulty' }>

interface FaultsProps extends SetupProps {
  outcome: FaultyOutcome
  text: FileText
}

/** Id of the option for all kinds: no group is empty. */
const allKinds = ''

const placeOf = (t: Translate<'validate'>, { line, column }: Fault): string =>
  t('list.place', { line, column })

/** The list of faults beside the text of the file, in which they are marked. */
export function Faults(props: FaultsProps) {
  const t = useMessages('validate')
  const { snapshot, outcome, text } = props
  const { current } = snapshot.context
  const fault = selectFault(snapshot)
  const hasList = outcome.faults.length > 1
  const { target, goToLine } = useRowTarget(text, fault?.byte ?? 0, `${outcome.file.id} ${current}`)
  return (
    <div className={styles.panes} data-listed={hasList || undefined}>
      {hasList && <List {...props} />}
      <section className={styles.pane} aria-labelledby="text-title">
        <div className={styles.head}>
          <h2 id="text-title">{t('text.title', { name: shownFileName(outcome.file.name) })}</h2>
          <LineField label={t('text.line')} action={t('text.go')} onLine={goToLine} />
        </div>
        {fault && <Shown {...props} fault={fault} />}
        <Text key={outcome.file.id} {...props} target={target} />
      </section>
    </div>
  )
}

/** Position of the fault in sight among those that are listed. */
const standing = (snapshot: ValidatePageSnapshot): { position: number; count: number } => {
  const listed = selectListed(snapshot)
  return {
    position: listed.findIndex(({ position }) => position === snapshot.context.current) + 1,
    count: listed.length,
  }
}

function List({ snapshot, outcome, send }: FaultsProps) {
  const t = useMessages('validate')
  const { group, current } = snapshot.context
  const listed = useMemo(() => selectListed(snapshot), [snapshot])
  const { groups, total } = outcome
  return (
    <section className={styles.pane} aria-labelledby="list-title">
      <div className={styles.head}>
        <h2 id="list-title">{t('list.title')}</h2>
        {groups.length > 1 && (
          <Select
            label={t('list.kind')}
            isLabelHidden
            value={group ?? allKinds}
            options={[
              { id: allKinds, label: t('list.all', { count: total }) },
              ...groups
                .filter(({ example }) => example !== null)
                .map(({ code, place, count }) => ({
                  id: `${code} ${place}`,
                  label: t('list.group', { field: place.split('/').at(-1) || t('list.whole'), code, count }),
                })),
            ]}
            onChange={id => send({ type: 'SHOW_GROUP', group: id === allKinds ? undefined : id })}
          />
        )}
      </div>
      {listed.length === 0 ? (
        <p className={styles.none}>{t('list.none')}</p>
      ) : (
        <VirtualOptions
          label={t('list.label')}
          items={listed}
          chosen={listed.findIndex(({ position }) => position === current)}
          onChoose={at => {
            const chosen = listed[at]
            if (chosen) send({ type: 'SHOW', position: chosen.position })
          }}
          render={({ fault }) => (
            <>
              <span className={styles.item}>
                <strong>{fault.path.split('/').at(-1)?.replace(/\[.*$/, '') || t('list.whole')}</strong>
                <span>{placeOf(t, fault)}</span>
              </span>
              <span>{fault.message}</span>
            </>
          )}
        />
      )}
    </section>
  )
}

/** The fault in sight: what, where and what was expected, and the ways to the next and the former one. */
function Shown({ snapshot, send, fault }: FaultsProps & { fault: Fault }) {
  const t = useMessages('validate')
  const { position, count } = standing(snapshot)
  const { line, column, message, code, path, value, expected, suggestion } = fault
  return (
    <div className={styles.shown}>
      <Hidden>
        <span role="status">{t('text.said', { position, count, line, column, message })}</span>
      </Hidden>
      <div className={styles.message}>
        <p>
          <strong>{message}</strong>
        </p>
        {count > 1 && (
          <div className={styles.ways}>
            <span>{t('text.position', { position, count })}</span>
            <KeyButton size="small" icon="chevronUp" shortcut="p" onPress={() => send({ type: 'PREVIOUS' })}>
              {t('text.previous')}
            </KeyButton>
            <KeyButton size="small" icon="chevronDown" shortcut="n" onPress={() => send({ type: 'NEXT' })}>
              {t('text.next')}
            </KeyButton>
          </div>
        )}
      </div>
      <DescriptionList
        layout="grid"
        items={[
          {
            id: 'place',
            term: t('fault.place', { line, column }),
            value: code && (
              <code>
                <Dotted code={code} />
              </code>
            ),
          },
          ...(path ? [{ id: 'path', term: t('fault.path'), value: <code>{path}</code> }] : []),
          ...(value === null
            ? []
            : [{ id: 'value', term: t('fault.value'), value: <code>{value || t('fault.empty')}</code> }]),
          ...(expected === null ? [] : [{ id: 'expected', term: t('fault.expected'), value: expected }]),
          ...(suggestion === undefined
            ? []
            : [{ id: 'suggestion', term: t('fault.suggestion'), value: <code>{suggestion}</code> }]),
        ]}
      />
    </div>
  )
}

function Text({ snapshot, outcome, text, target }: FaultsProps & { target: RowTarget | undefined }) {
  const t = useMessages('validate')
  const { faults, file } = outcome
  const { current } = snapshot.context
  const order = useMemo(() => orderByByte(faults), [faults])
  const read = useCallback((from: number, count: number) => text.read(from, count), [text])
  const marksOf = useCallback(
    (row: TextRow): TextMark[] => {
      const marks: TextMark[] = []
      const within = { from: row.byte, to: row.byte + Math.max(1, row.bytes.length) }
      for (const position of positionsWithin(faults, order, within)) {
        const fault = faults[position]
        if (!fault) continue
        const range = rangeOf(row.text, text.charactersBefore(row, fault.byte), fault)
        const last = marks.at(-1)
        const isCurrent = position === current
        // Two faults of one element share its mark.
        if (last && range.from < last.to) {
          last.label += `; ${fault.message}`
          last.isCurrent ||= isCurrent
        } else marks.push({ ...range, label: fault.message, isCurrent })
      }
      return marks
    },
    [faults, order, text, current],
  )
  return (
    <div className={styles.text}>
      <TextRows
        label={t('text.label', { name: shownFileName(file.name), lines: text.lines })}
        rowCount={text.rows}
        read={read}
        marksOf={marksOf}
        target={target}
        failed={t('text.failed')}
      />
      <div className={styles.foot}>
        <span>{t('text.lines', { lines: text.lines })}</span>
        {faults.length > 1 && <span>{t('text.keys')}</span>}
      </div>
    </div>
  )
}
