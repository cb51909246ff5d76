import { useSelector } from '@xstate/react'
import { useHref, useLocation, useNavigate } from 'react-router'
import { organisationGroupLabel, roleLabel } from '../../domain/labels.ts'
import { type Holders, holdersOf, type Permission } from '../../domain/permissions.ts'
import { product } from '../../domain/product.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { selectOrganisationName } from '../../machines/session/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import {
  Button,
  Card,
  Columns,
  CopyLink,
  type Description,
  DescriptionList,
  LinkButton,
  LinkList,
  Row,
  Stack,
} from '../../ui/index.ts'
import { sectionsOf } from './navigation.ts'

interface WaysForwardProps {
  /** Level of the heading above. */
  level: 1 | 2
  permission?: Permission
}

/** Steps of a submission that regulators do not see: they decide under Quality Assurance (specification 2 §2.3). */
const stepsWithoutRegulators = /\/(submit|approval|signoff)\/?$/

/** For a viewer who was refused a page: where to go, who can see the page, and whom to ask. */
export function WaysForward({ level, permission }: WaysForwardProps) {
  const t = useMessages('accessDenied')
  const inner = level === 1 ? 2 : 3
  return (
    <Columns>
      <Ways level={inner} />
      <Stack gap={4}>
        <Card title={permission ? t('who.title') : t('who.yours')} level={inner}>
          <WhoMaySee {...(permission && { permission })} />
        </Card>
        <Card title={t('ask.title')} level={inner}>
          <WhomToAsk />
        </Card>
      </Stack>
    </Columns>
  )
}

function Ways({ level }: { level: 2 | 3 }) {
  const t = useMessages('accessDenied')
  const shell = useMessages('shell')
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  const sections = sectionsOf(shell, viewer, pathname)
  const [dashboard, ...others] = sections
  const here = others.find(({ isCurrent, href }) => isCurrent && href !== pathname)
  const showsReports =
    viewer.isStatutoryCustomer && viewer.may('collections.reports') && stepsWithoutRegulators.test(pathname)
  return (
    <Card
      title={t('ways.title')}
      level={level}
      padding="none"
      // The first page of a visit has no page of the portal to go back to.
      actions={
        key === 'default' ? undefined : (
          <Button variant="quiet" size="small" icon="arrowLeft" onPress={() => void navigate(-1)}>
            {t('ways.back')}
          </Button>
        )
      }
    >
      <LinkList
        items={[
          ...(showsReports
            ? [
                {
                  href: pathname.replace(stepsWithoutRegulators, '/reports'),
                  label: t('ways.reports'),
                  hint: t('ways.reportsHint'),
                },
              ]
            : []),
          ...(here ? [{ href: here.href, label: here.label, hint: t('ways.section') }] : []),
          ...(dashboard ? [{ href: dashboard.href, label: dashboard.label, hint: t('ways.dashboard') }] : []),
        ]}
      />
    </Card>
  )
}

function WhoMaySee({ permission }: { permission?: Permission }) {
  const t = useMessages('accessDenied')
  const text = useText()
  const { principal } = useViewer()
  const organisation = useSelector(useSession(), selectOrganisationName)
  const rolesText = (roles: readonly string[]) =>
    roles.length === 0 ? t('who.noRole') : roles.map(role => text(roleLabel(role))).join(', ')
  const holderText = ({ organisationType, roles }: Holders) =>
    t('who.of', {
      organisation: text(organisationGroupLabel(organisationType)),
      roles: roles === 'all' ? t('who.all') : rolesText(roles),
    })
  const items: Description[] = [
    ...(permission
      ? [
          {
            id: 'open',
            term: t('who.open'),
            value: (
              <Stack gap={1}>
                {holdersOf(permission).map(holders => (
                  <span key={holders.organisationType}>{holderText(holders)}</span>
                ))}
              </Stack>
            ),
          },
        ]
      : []),
    {
      id: 'you',
      term: t('who.you'),
      value: t('who.youAre', { name: principal.name, roles: rolesText(principal.roles), organisation }),
    },
  ]
  return <DescriptionList items={items} />
}

function WhomToAsk() {
  const t = useMessages('accessDenied')
  const { pathname, search } = useLocation()
  const address = useHref(pathname + search)
  const mail = new URLSearchParams({
    subject: t('ask.subject', { product: product.name }),
    body: t('ask.body', { address: new URL(address, location.href).href }),
  })
  return (
    <Stack gap={3}>
      <p>{t('ask.text')}</p>
      <Row gap={2}>
        {/* URLSearchParams writes a space as +, which a mail program would show. */}
        <LinkButton size="small" href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}>
          {t('ask.mail')}
        </LinkButton>
        <CopyLink href={address} label={t('ask.copy')} doneLabel={t('ask.copied')} />
      </Row>
    </Stack>
  )
}
