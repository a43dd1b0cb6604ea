import { projectDetailsSchema } from '@portal/contracts/projects';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useItems } from '../lists/api';
import { useReferenceLabels } from '../lists/references';
import { useMemberships, usePodByName } from '../entities/pods/api';
import { useProjects } from '../entities/projects/api';
import { useRoles } from '../entities/roles/api';
import { useUser } from '../entities/users/api';
import { useCreateTarget } from '../features/pod-lead-dashboard/api';
import { useOwnTasks, usePodWeek } from '../features/my-work/api';
import { useRemoveMember } from '../features/pods/api';
import { useAssignUser, useDeleteProject, useUpdateProject } from '../features/projects/api';
import { useProjectUsers } from '../features/projects/project-users';
import { useAssignRole, useRemoveRole } from '../features/users/api';
import { RecordChanges } from '../live/record-changes';
import { useProjectStore } from '../lib/project-store';
import { listMeta, field } from '../testing/lists';
import { ADA, page, serveAda, TRAINER } from '../testing/managed-user';
import { pod, podWeek } from '../testing/pods';
import { serveShell } from '../testing/portal-stub';
import { APOLLO } from '../testing/projects';
import { sampleOf } from '../testing/sample';
import { stubServer } from '../testing/stub-server';
import { grant, project, signInAs } from '../testing/users';
import { createQueryClient } from './query-client';

const stub = stubServer();
const USER_LIST = listMeta({
  base: '/auth/users/',
  reads: ['app_user', 'user_role', 'role', 'project'],
});
const FIRST_PAGE = { page: 1, size: 20 };
const USERS = 'GET /api/v1/auth/users/';
const ADA_S = 'GET /api/v1/auth/users/9';
const OF_PROJECT = 'GET /api/v1/projects/1/users';

/** Uses the hooks of screens that are open together. */
function open<T>(hooks: () => T) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, hooks: renderHook(hooks, { wrapper }).result };
}

const requests = (...endpoints: readonly string[]) =>
  endpoints.map((one) => stub.callsOf(one).length);

const useShownRoles = () => {
  useUser(9);
  useItems(USER_LIST, FIRST_PAGE);
  useProjectUsers(1);
};

beforeEach(() => {
  serveShell(stub, [project(1), project(2)]);
  serveAda(stub);
  stub.on(USERS, () => ({ json: page([ADA]) }));
  stub.on(OF_PROJECT, () => ({ json: { ...sampleOf(projectDetailsSchema), id: 1 } }));
  signInAs(grant(0, 'full-access'));
});

describe('saved changes', () => {
  const shown = () => requests(USERS, ADA_S, OF_PROJECT);

  it('WEB-114 a role given or taken in a profile arrives in the lists', async () => {
    stub.on('POST /api/v1/auth/users/9/project-roles', () => ({ json: TRAINER }));
    stub.on('DELETE /api/v1/auth/users/9/project-roles/1', () => ({ status: 204 }));
    const { hooks } = open(() => {
      useShownRoles();
      return { assign: useAssignRole(9), remove: useRemoveRole(9) };
    });
    await waitFor(() => expect(shown()).toEqual([1, 1, 1]));
    await act(() => hooks.current.assign.mutateAsync({ project_id: 1, role: 'trainer' }));
    expect(shown()).toEqual([2, 2, 2]);
    await act(() => hooks.current.remove.mutateAsync(1));
    expect(shown()).toEqual([3, 3, 3]);
  });

  it('WEB-114 a role given in a project arrives in the profile', async () => {
    stub.on('POST /api/v1/projects/1/users/9', () => ({ json: { ...ADA, ...TRAINER } }));
    const { hooks } = open(() => {
      useShownRoles();
      return useAssignUser(1);
    });
    await waitFor(() => expect(shown()).toEqual([1, 1, 1]));
    await act(() => hooks.current.mutateAsync({ user: 9, role: 'trainer' }));
    expect(shown()).toEqual([2, 2, 2]);
  });

  it('WEB-114 a project arrives in the lists that name it', async () => {
    stub.on('DELETE /api/v1/projects/2', () => ({ status: 204 }));
    const { hooks } = open(() => {
      useProjects();
      useItems(USER_LIST, FIRST_PAGE);
      return useDeleteProject();
    });
    await waitFor(() => expect(requests('GET /api/v1/projects/', USERS)).toEqual([1, 1]));
    await act(() => hooks.current.mutateAsync({ projectId: 2, force: false }));
    await waitFor(() => expect(requests('GET /api/v1/projects/', USERS)).toEqual([2, 2]));
  });

  it('WEB-114 the new name of a project arrives in lists, in pods and at tasks', async () => {
    const POD = 'GET /api/v1/pods/Lyra';
    const LIST = 'GET /api/v1/projects/list/';
    const TASKS = 'GET /api/v1/tasks/by-user/ada%40example.com';
    stub.on(POD, () => ({ json: pod('Lyra') }));
    stub.on(LIST, () => ({ json: page([project(1)]) }));
    stub.on(TASKS, () => ({ json: sampleOf(userTaskListSchema) }));
    stub.on('PUT /api/v1/projects/1', () => ({ json: { ...APOLLO, name: 'Artemis' } }));
    const reference = { base: '/projects/list/', field: 'id', label_field: 'name' };
    const inProject = field('project_id', {
      type: 'integer',
      foreign_key: { ...reference, candidates: null },
    });
    const { hooks } = open(() => {
      usePodByName('Lyra');
      useOwnTasks(
        { email: 'ada@example.com', projectId: 1, size: 5 },
        { room: { kind: 'off' }, pushed: undefined },
      );
      return { labels: useReferenceLabels(inProject, ['1']), rename: useUpdateProject() };
    });
    await waitFor(() => expect(requests(POD, TASKS)).toEqual([1, 1]));
    await waitFor(() => expect(hooks.current.labels?.get('1')).toBe('Project 1'));
    stub.on(LIST, () => ({ json: page([project(1, 'Artemis')]) }));
    await act(() =>
      hooks.current.rename.mutateAsync({ before: project(1), change: { name: 'Artemis' } }),
    );
    await waitFor(() => expect(hooks.current.labels?.get('1')).toBe('Artemis'));
    await waitFor(() => expect(requests(POD, TASKS)).toEqual([2, 2]));
  });

  it('WEB-114 a weekly target arrives in the week on every page', async () => {
    const WEEK = 'GET /api/v1/pods/Lyra/weekly-progress';
    stub.on(WEEK, () => ({ json: podWeek([]) }));
    const { hooks } = open(() => {
      usePodWeek('Lyra');
      return useCreateTarget('Lyra');
    });
    await waitFor(() => expect(requests(WEEK)).toEqual([1]));
    const target = {
      ...{ week_start_date: '2026-11-23', daily_tasks_target: 1, daily_turns_target: 2 },
      ...{ user_email: null, repeats: false },
    };
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({
      json: { ...target, id: 1, version: '1', pod_name: 'Lyra', week_end_date: '2026-11-29' },
    }));
    await act(() => hooks.current.mutateAsync(target));
    expect(requests(WEEK)).toEqual([2]);
  });

  it('WEB-114 a member arrives in the lists of pods', async () => {
    const MEMBERS = 'GET /api/v1/pod-members/';
    stub.on('DELETE /api/v1/pods/Lyra/members', () => ({ status: 204 }));
    useProjectStore.getState().setAuthorised([1]);
    const { hooks } = open(() => {
      useMemberships();
      return useRemoveMember('Lyra');
    });
    await waitFor(() => expect(requests(MEMBERS)).toEqual([1]));
    await act(() => hooks.current.mutateAsync({ kind: 'remove', email: 'ada@example.com' }));
    expect(requests(MEMBERS)).toEqual([2]);
  });

  it('WEB-93 the choices of roles follow the roles', async () => {
    const ROLES = 'GET /api/v1/auth/roles/';
    const { client } = open(() => useRoles());
    await waitFor(() => expect(requests(ROLES)).toEqual([1]));
    const changes = new RecordChanges(client);
    changes.add(['role']);
    await waitFor(() => expect(requests(ROLES)).toEqual([2]));
    changes.close();
  });
});
