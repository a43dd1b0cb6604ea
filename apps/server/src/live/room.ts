import type { Subscribe } from '@portal/contracts/live';

/** What can be watched: a project (0: all of them), or one pod within a project. */
export interface Room {
  readonly projectId: number;
  readonly podName: string | null;
}

/** Those who hold data-upload in all projects hear of every import here. */
export const IMPORTS_ROOM = 'imports';

/** The connections of one user on this server. */
export function userRoom(userId: number): string {
  return `user:${userId}`;
}

/** The connections of one sign-in on every server. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

export function roomOf({ project_id, pod_name }: Subscribe): Room {
  return { projectId: project_id, podName: pod_name ?? null };
}

/** The room's name in Socket.IO. */
export function roomName({ projectId, podName }: Room): string {
  return podName === null ? `project:${projectId}` : `pod:${projectId}:${podName}`;
}

/** The room of a name, or null for what is not one: a socket's own, a user's, a session's. */
export function parseRoom(name: string): Room | null {
  const project = /^project:(\d+)$/.exec(name);
  if (project) return { projectId: Number(project[1]), podName: null };
  const [, projectId, podName] = /^pod:(\d+):(.+)$/s.exec(name) ?? [];
  if (projectId === undefined || podName === undefined) return null;
  return { projectId: Number(projectId), podName };
}
