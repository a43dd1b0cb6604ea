import type { ApiToken } from '@portal/contracts/api-tokens';
import type { Role } from '@portal/contracts/roles';
import type { ProjectRole, UserAccess } from '@portal/contracts/user-access';
import type { ListedUser } from '@portal/contracts/users';
import type { StubServer } from './stub-server';

/** A page of a list. */
export function page<T>(items: readonly T[]) {
  return { items, total: items.length, page: 1, size: 100, total_is_estimate: false };
}

/** The user of the specs. */
export const ADA: ListedUser = {
  id: 9,
  email: 'ada@example.com',
  name: 'Ada',
  picture: null,
  slack_id: 'ada',
  timezone: 'UTC+1:00',
  theme: null,
  is_active: true,
  created_at: '2026-01-05T10:00:00Z',
  anonymised_at: null,
  roles: { global: 'admin', 1: 'trainer', 8: 'reviewer' },
  pods: {},
  global_role: 'admin',
  version: 'user-1',
};

const ROLES: readonly Role[] = [
  { id: 1, name: 'admin', description: 'Everything', permissions: ['full-access'], version: '1' },
  { id: 2, name: 'trainer', description: 'Own data', permissions: [], version: '1' },
  {
    id: 3,
    name: 'uploader',
    description: 'Uploads tasks',
    permissions: ['data-upload'],
    version: '1',
  },
];

/** A role of Ada in Project 1. */
export const TRAINER: ProjectRole = {
  project_id: 1,
  project_name: 'Project 1',
  role: 'trainer',
  version: 'role-1',
};

/** The permissions of Ada. */
export const ACCESS: UserAccess = {
  user_id: 9,
  email: 'ada@example.com',
  is_active: true,
  projects: [
    {
      project_id: 1,
      project_name: 'Project 1',
      permissions: ['trainer-feedback-add'],
      sources: [
        { kind: 'role', role: 'trainer', permissions: [] },
        {
          kind: 'pod',
          pod_name: 'Juniper',
          pod_role: 'reviewer',
          permissions: ['trainer-feedback-add'],
        },
      ],
    },
  ],
};

export function token(id: number, fields: Partial<ApiToken> = {}): ApiToken {
  return {
    id,
    name: `Token ${id}`,
    is_active: true,
    created_at: '2026-01-05T10:00:00Z',
    last_used_at: null,
    expires_at: null,
    version: `token-${id}`,
    ...fields,
  };
}

/** Serves the requests of the profile page of Ada. */
export function serveAda(stub: StubServer): void {
  stub.on('GET /api/v1/auth/users/9', () => ({ json: ADA }));
  stub.on('GET /api/v1/auth/users/9/project-roles', () => ({ json: { data: [TRAINER] } }));
  stub.on('GET /api/v1/auth/users/9/access', () => ({ json: ACCESS }));
  stub.on('GET /api/v1/auth/roles/', () => ({ json: page(ROLES) }));
  stub.on('GET /api/v1/auth/admin/users/9/api-tokens/', () => ({ json: { items: [] } }));
}
