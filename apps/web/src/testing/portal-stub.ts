import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import type { Project, ProjectInventory } from '@portal/contracts/projects';
import type { Rounds } from '@portal/contracts/rounds';
import { dayOf } from '@portal/domain/periods';
import type { StubServer } from './stub-server';
import { project } from './users';

/** A project that has everything. */
export function inventory(lacks: Partial<ProjectInventory> = {}): ProjectInventory {
  return {
    tasks: 1200,
    people: 4,
    pods: 1,
    weekly_targets: 1,
    custom_stats: 1,
    pod_without_target: null,
    ...lacks,
  };
}

const NO_PODS = { items: [], total: 0, page: 1, size: 100, total_is_estimate: false };

/** Nothing was submitted and judged yet. */
export const NO_ROUNDS: Rounds = {
  ...{ epoch: '', revision: 0, counted_since: null, users: [], rework: 0 },
  all: {
    ...{ rounds: 0, rounds_per_task: null },
    ...{ hours_to_verdict: null, hours_to_return: null },
    first_look: { count: 0, of: 0, percent: 0, low: 0, high: 100 },
  },
  by: { reason: [], user: [], batch: [], model: [] },
};

/** Default responses for the calls of the shell on every page. */
export function serveShell(stub: StubServer, projects: Project[] = [project(0), project(1)]): void {
  stub.on('GET /api/v1/about', () => ({
    json: {
      version: '0.1.0',
      reporting_time_zone: DEFAULT_REPORTING_TIME_ZONE,
      today: dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE),
    },
  }));
  stub.on('GET /api/v1/projects/', () => ({ json: projects }));
  // Nothing of the set-up is left.
  for (const { id } of projects) {
    stub.on(`GET /api/v1/projects/${id}/inventory`, () => ({ json: inventory() }));
  }
  stub.on('GET /api/v1/meta/tasks_last_imported_at', () => ({ json: { value: null } }));
  stub.on('GET /api/v1/auth/profile/me', () => ({
    json: { slack_id: '', timezone: null, theme: null, version: 'profile-1' },
  }));
  stub.on('GET /api/v1/pod-members/', () => ({ json: { items: [] } }));
  stub.on('GET /api/v1/tasks/rounds', () => ({ json: NO_ROUNDS }));
  stub.on('GET /api/v1/pods/', () => ({ json: NO_PODS }));
  stub.on('POST /api/v1/auth/logout', () => ({ json: {} }));
  stub.on('GET /api/v1/auth/config', () => ({
    json: {
      authorization_url: 'https://accounts.example.com/authorize',
      client_id: 'client-1',
      redirect_uri: 'http://localhost:3000/',
      scope: 'email profile openid',
    },
  }));
  stub.on('GET /api/v1/tasks/imports/', () => ({
    json: { items: [], total: 0, page: 1, size: 10 },
  }));
}
