import { useLocation, useNavigate } from 'react-router'
import { statusLabel } from '../../domain/labels.ts'
import { limits } from '../../domain/limits.ts'
import { mayEnter } from '../../domain/permissions.ts'
import { unitsOf } from '../../domain/record.ts'
import { plainPages, submissionIdAt } from '../../domain/routes.ts'
import { statusNameOf } from '../../domain/status.ts'
import { type Found, type FoundKind, findAnything, foundKinds } from '../../domain/wire/search.ts'
import { useResource } from '../../hooks/resource.ts'
import { useViewer, type Viewer } from '../../hooks/session.ts'
import { useTypedSearch } from '../../hooks/typedSearch.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { FindDialog, type IconName, matches, type OptionGroup } from '../../ui/index.ts'
import { isInHiddenSection } from '../common/navigation.ts'

const icons: Readonly<Record<FoundKind | 'page', IconName>> = {
  page: 'menu',
  collection: 'calendar',
  provider: 'organisation',
  submission: 'file',
  rule: 'check',
  student: 'user',
}

const usePages = (viewer: Viewer) => {
  const t = useMessages('find')
  const shell = useMessages('shell')
  return plainPages(route => mayEnter(viewer.principal, route), viewer.may).flatMap(({ screen, path }) =>
    isInHiddenSection(shell, viewer, path)
      ? []
      : [{ id: path, label: t(`page.${screen}`), icon: icons.page }],
  )
}

/** The dialog of Ctrl K: pages of the portal, and what the server finds among the things that the viewer may open. */
export function FindAnything({ onClose }: { onClose: () => void }) {
  const t = useMessages('find')
  const text = useText()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { typed, search, type, searchNow } = useTypedSearch()
  // Rules and students are looked up in it first.
  const submissionId = submissionIdAt(pathname)
  const asked = search.trim()
  const answer = useResource(
    findAnything,
    asked === ''
      ? undefined
      : { query: { search: asked, ...(submissionId === undefined ? {} : { submissionId }) } },
  )
  const most = limits.foundOfKind
  const pages = matches(usePages(viewer), typed)
  const isSettled = typed.trim() === asked
  // An answer to what was typed before would have Enter open something else.
  const found = isSettled && asked !== '' && answer.status === 'ready' ? (answer.data?.found ?? []) : []
  const optionOf = ({ id, kind, label, about, statusId }: Found) => ({
    id,
    label,
    icon: icons[kind],
    hint: [...about, ...(statusId === null ? [] : [text(statusLabel(statusNameOf(statusId)))])].join(' · '),
  })
  const named = viewer.recordWith('byUnit')
  const { unit, unitsLabel } = unitsOf(named)
  const groups: OptionGroup[] = [
    { id: 'page', label: t('kind.page'), options: typed.trim() === '' ? pages : pages.slice(0, most) },
    ...foundKinds.map(kind => ({
      id: kind,
      label: kind === 'student' ? unitsLabel : t(`kind.${kind}`),
      options: found.filter(one => one.kind === kind).map(optionOf),
    })),
  ].filter(({ options }) => options.length > 0)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const seesUnits =
    named !== undefined &&
    (viewer.may('collections.reports-validation-details') ||
      viewer.may('online-validation.reports-validation-details-ovt'))
  const statusOf = (): string => {
    if (typed.trim() === '' && !seesUnits) return ''
    if (typed.trim() === '')
      return viewer.isProvider
        ? t('students.own', { unit })
        : t('students.open', { isOpen: String(submissionId !== undefined), unit })
    if (answer.status === 'failed' && isSettled) return t('failed')
    if (!isSettled || answer.status !== 'ready') return t('searching')
    return count === 0 ? t('nothing', { search: asked }) : t('results', { count, most })
  }
  return (
    <FindDialog
      title={t('title')}
      label={t(viewer.isProvider ? 'label.provider' : 'label.monitor', {
        isNamed: String(named !== undefined),
        unit,
      })}
      listLabel={t('list')}
      typed={typed}
      onType={type}
      onSearch={searchNow}
      groups={groups}
      onChoose={id => {
        onClose()
        void navigate(found.find(one => one.id === id)?.page ?? id)
      }}
      onClose={onClose}
      status={statusOf()}
    />
  )
}
