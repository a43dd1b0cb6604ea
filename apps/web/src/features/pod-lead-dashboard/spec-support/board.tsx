import { act, screen, waitFor, within } from '@testing-library/react';
import type { WeeklyProgress } from '@portal/contracts/live';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import type { Permission } from '@portal/contracts/permissions';
import { dayOf } from '@portal/domain/periods';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { useProjectStore } from '../../../lib/project-store';
import { useLiveStore } from '../../../live/live-store';
import { roomKey } from '../../../live/rooms';
import { memberWeek, pod, podActivity, podWeek } from '../../../testing/pods';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, renderAlone, takeState } from '../../../testing/render';
import type { StubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import type { Target } from '../api';
import { LeadBoard } from '../lead-board';
import { mondayOf, sundayOf, weeksFrom } from '../week/weeks';

export const WEEK_ROUTE = 'GET /api/v1/pods/Kestrel/weekly-progress';
export const THIS = mondayOf(dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE));
export const LAST = weeksFrom(THIS, -1);
export const ROOM = roomKey({ project_id: 1, pod_name: 'Kestrel' });

export const store = () => useLiveStore.getState();

export const ann = memberWeek('Ann', { tasks: 7, turns: 40 });
export const ben = memberWeek('Ben', { tasks: 9, turns: 20 });
export const leo = memberWeek('Leo', { role: 'lead' });

/** The progress of Ben, Ann and Leo in this week. */
export function week(part: Partial<WeeklyProgress> = {}): WeeklyProgress {
  const start = part.week_start ?? THIS;
  return podWeek([ben, ann, leo], { week_start: start, week_end: sundayOf(start), ...part });
}

/** The board of the pod Kestrel, whose requests this server answers before each test. */
export function boardOn(stub: StubServer) {
  function serve(part: Partial<WeeklyProgress> = {}, targets: Target[] = []): void {
    stub.on(WEEK_ROUTE, ({ url }) => {
      const start = new URL(url, 'http://portal').searchParams.get('week_start') ?? THIS;
      return { json: week({ week_start: start, ...part }) };
    });
    stub.on('GET /api/v1/pods/Kestrel/weekly-progress/history', () => ({
      json: [LAST, THIS].map((week_start) => week({ week_start, ...part })),
    }));
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
    stub.on('GET /api/v1/pod-weekly-targets/', () => ({
      json: {
        items: targets,
        total: targets.length,
        page: 1,
        size: 100,
        total_is_estimate: false,
      },
    }));
  }

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveShell(stub, [project(1, 'Atlas')]);
    serve();
  });
  afterEach(() => act(() => store().off()));

  return {
    serve,
    /** The board alone, for a user with these permissions besides pod-targets-manage. */
    open(...permissions: Permission[]): void {
      signInAs(grant(1, 'pod-targets-manage', ...permissions));
      useProjectStore.setState({ selectedId: 1 });
      renderAlone(<LeadBoard projectId={1} podName="Kestrel" />);
    },
    /** The page of the pod, for a user who sees all members. */
    openPage(query = '') {
      servePod();
      signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
      return openAt(`/pods/Kestrel/lead-dashboard${query}`);
    },
    servePod,
    pastWeek: () =>
      waitFor(() => expect(stub.callsOf(WEEK_ROUTE).at(-1)?.url).toContain(`week_start=${LAST}`)),
    bodiesOf: (route: string) => stub.callsOf(route).map(({ body }) => JSON.parse(body) as unknown),
  };

  function servePod(): void {
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
  }
}

export const push = (state: WeeklyProgress) => takeState({ topic: 'weekly-progress', state });

/** The connection is live and the server serves the room with this state. */
export function goLive(state: WeeklyProgress): void {
  act(() => {
    store().connected(Date.now());
    push(state);
    store().answered(ROOM, { ok: true }, Date.now());
  });
}

export const trainers = async () => within(await screen.findByRole('list', { name: 'Trainers' }));
export const rowOf = (name: string) => screen.getByText(name).closest('li')?.textContent;
