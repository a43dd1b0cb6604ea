import { AUDIT_ACTIONS } from '@portal/contracts/audit';
import { MAX_LIST_DEPTH } from '@portal/contracts/lists';
import { idParamSchema, wholeNumberParam } from '@portal/contracts/scalars';
import { addDays, format, parseISO } from 'date-fns';
import { userInstant } from '../../lib/user-zone';
import { z } from 'zod';
import { urlParam, type UrlStateOf } from '../../lib/url-state';

/** Changes on a page. */
export const PAGE_SIZE = 50;

/** The state of the audit page in the URL. */
export const AUDIT_PARAMS = {
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: MAX_LIST_DEPTH / PAGE_SIZE }), 1),
  user: urlParam(z.string().min(1).max(320), null),
  action: urlParam(z.enum(AUDIT_ACTIONS), null),
  project: urlParam(idParamSchema, null),
  entity: urlParam(z.string().regex(/^[a-z_]+$/), null),
  id: urlParam(z.string().min(1).max(200), null),
  from: urlParam(z.iso.date(), null),
  to: urlParam(z.iso.date(), null),
  group: urlParam(wholeNumberParam({ minimum: 1 }), null),
};
export type AuditState = UrlStateOf<typeof AUDIT_PARAMS>;
export type AuditFilter = Omit<AuditState, 'page'>;

export const NO_FILTER: AuditFilter = {
  user: null,
  action: null,
  project: null,
  entity: null,
  id: null,
  from: null,
  to: null,
  group: null,
};

/** Whether a filter is set. */
export function isFiltered({ page: _page, ...filter }: AuditState): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/**
 * The filters of the API. Days are those of the user's time zone. The history of a user includes the
 * roles, whose key is the user's id and the project's.
 * @param projects ids of all projects
 */
export function filtersOf(state: AuditFilter, projects: readonly number[]): string {
  const { user, action, project, entity, id, from, to, group } = state;
  const withRoles = entity === 'app_user' && id !== null;
  const at = {
    ...(from !== null && { gte: userInstant(`${from}T00:00:00`) }),
    ...(to !== null && {
      lt: userInstant(`${format(addDays(parseISO(to), 1), 'yyyy-MM-dd')}T00:00:00`),
    }),
  };
  return JSON.stringify({
    ...(user !== null && { actor_email: user }),
    ...(action !== null && { action }),
    ...(project !== null && { project_id: project }),
    ...(entity !== null && { entity: withRoles ? { in: [entity, 'user_role'] } : entity }),
    ...(id !== null && {
      entity_id: withRoles ? { in: [id, ...projects.map((project) => `${id}/${project}`)] } : id,
    }),
    ...(Object.keys(at).length > 0 && { at }),
    ...(group !== null && { group_id: group }),
  });
}
