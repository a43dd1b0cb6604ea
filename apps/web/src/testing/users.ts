import type { ProjectAuth, TokenResponse } from '@portal/contracts/auth';
import type { Project } from '@portal/contracts/projects';
import { useSessionStore } from '../session/session-store';

let serial = 0;

/** An unsigned access token with `grants`; clients do not verify it. */
export function accessToken(grants: ProjectAuth[] = [], sub = '7'): string {
  serial += 1;
  const claims = {
    sub,
    projects_auth: grants,
    pod_name: null,
    iss: 'portal',
    aud: 'portal',
    exp: Math.floor(Date.now() / 1000) + 900,
    jti: `token-${serial}`,
    sid: '0197f3a0-0000-7000-8000-000000000001',
  };
  return `${base64Url({ alg: 'HS256' })}.${base64Url(claims)}.signature`;
}

export function tokens(grants: ProjectAuth[] = []): TokenResponse {
  return {
    access_token: accessToken(grants),
    refresh_token: `refresh-${serial}`,
    user: { name: 'Zoë Admin', email: 'zoe@example.com', picture: null },
  };
}

/** A user's grant in one project. */
export function grant(projectId: number, ...permissions: string[]): ProjectAuth {
  return { project_id: projectId, project_name: `Project ${projectId}`, permissions };
}

/** Signs a user in without a server. */
export function signInAs(...grants: ProjectAuth[]): TokenResponse {
  const answer = tokens(grants);
  useSessionStore.getState().signIn(answer);
  return answer;
}

export function project(id: number, name = `Project ${id}`): Project {
  return {
    id,
    name,
    description: null,
    turing_project_id: id === 0 ? null : id,
    status: 'ongoing',
    project_type: 'other',
    client: null,
    labeling_tool_base_path: null,
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
    archived_at: null,
    is_sample: null,
    claims_per_reviewer: 3,
    rounds_until_stuck: 3,
    version: `project-${id}`,
  };
}

function base64Url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
