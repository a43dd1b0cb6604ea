import type { Subscribe } from '@portal/contracts/live';

/** A project (0: all projects), or a pod in a project. */
export interface Room {
  readonly projectId: number;
  readonly podName: string | null;
}

/** Users with data-upload in all projects receive every import here. */
export const IMPORTS_ROOM = 'imports';

/** The connections of one user on this server. */
export function userRoom(userId: number): string {
  return `user:${userId}`;
}

/** The connections of one session on every server. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

export function roomOf({ project_id, pod_name }: Subscribe): Room {
  return { projectId: project_id, podName: pod_name ?? null };
}

/** The name of the room in Socket.IO. */
export function roomName({ projectId, podName }: Room): string {
  return podName === null ? `project:${projectId}` : `pod:${projectId}:${podName}`;
}

/** Parses a room name; null for other rooms: of a socket, a user or a session. */
export function parseRoom(name: string): Room | null {
  const project = /^project:(\d+)$/.exec(name);
  if (project) return { projectId: Number(project[1]), podName: null };
  const [, projectId, podName] = /^pod:(\d+):(.+)$/s.exec(name) ?? [];
  if (projectId === undefined || podName === undefined) return null;
  return { projectId: Number(projectId), podName };
}
