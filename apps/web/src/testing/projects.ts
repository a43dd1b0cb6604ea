import type { ListMeta } from '@portal/contracts/lists';
import { PROJECT_STATUSES, PROJECT_TYPES } from '@portal/contracts/constants';
import {
  type FullProject,
  type ProjectContents,
  projectContentsSchema,
  type ProjectUser,
} from '@portal/contracts/projects';
import { listMeta, field, page } from './lists';
import { sampleOf } from './sample';
import type { StubServer } from './stub-server';
import { project } from './users';

/** The list of projects as the server describes it. */
const PROJECTS_META: ListMeta = listMeta({
  base: '/projects/list/',
  label: 'Project',
  label_plural: 'Projects',
  operations: [],
  fields: [
    field('id', { type: 'integer', primary_key: true, auto_increment: true, hidden: true }),
    field('name', { searchable: true }),
    field('description', { nullable: true }),
    field('turing_project_id', { label: 'Turing project ID', type: 'integer', nullable: true }),
    field('status', { enum: [...PROJECT_STATUSES] }),
    field('project_type', { enum: [...PROJECT_TYPES] }),
    field('client', { nullable: true }),
    field('labeling_tool_base_path', { nullable: true }),
  ],
});

export const APOLLO: FullProject = {
  ...project(1, 'Apollo'),
  client: 'Acme',
  project_type: 'rlhf',
  description: 'First of its kind',
  import_rules: null,
};

export const MEMBER: ProjectUser = {
  id: 9,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'trainer',
  version: 'role-1',
};

export const NO_CONTENTS: ProjectContents = sampleOf(projectContentsSchema);

/** Serves the projects 0, 1 and 2, and the page of project 1 with one user. */
export function serveProjects(stub: StubServer): void {
  const projects = [project(0), APOLLO, project(2)];
  stub.on('GET /api/v1/projects/', () => ({ json: projects }));
  stub.on('GET /api/v1/projects/list/_meta', () => ({ json: PROJECTS_META }));
  stub.on('GET /api/v1/projects/list/', () => page(projects));
  stub.on('GET /api/v1/projects/1', () => ({ json: APOLLO }));
  stub.on('GET /api/v1/projects/1/users', () => ({ json: { ...APOLLO, users: [MEMBER] } }));
  stub.on('GET /api/v1/projects/1/contents', () => ({
    json: { ...NO_CONTENTS, batches: 2, tasks: 30_000, pods: 1, role_assignments: 1 },
  }));
  const role = (id: number, name: string, permissions: string[]) => ({
    ...{ id, name, permissions, description: `The ${name}`, version: `r${id}` },
  });
  stub.on('GET /api/v1/auth/roles/', () =>
    page([
      role(1, 'admin', ['full-access']),
      role(2, 'trainer', []),
      role(3, 'uploader', ['data-upload']),
    ]),
  );
}
