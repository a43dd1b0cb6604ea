import type { Subscribe } from '@portal/contracts/live';

/** What a client subscribes to: a project (0: all projects), or a pod in a project. */
export interface Place {
  readonly projectId: number;
  readonly podName: string | null;
}

/** The room of an existing place. A pod that is renamed or moved keeps its id. */
export interface Room {
  readonly projectId: number;
  readonly pod: { readonly id: number; readonly name: string } | null;
}

/** Users with data-upload in all projects receive every import here. */
export const IMPORTS_ROOM = 'imports';

/** The connections of one user on this server. */
export function userRoom(userId: number): string {
  return `user:${userId}`;
}

export function placeOf({ project_id, pod_name }: Subscribe): Place {
  return { projectId: project_id, podName: pod_name ?? null };
}

/** The name of the room in Socket.IO. */
export function roomName({ projectId, pod }: Room): string {
  return pod === null ? `project:${projectId}` : `pod:${projectId}:${pod.id}:${pod.name}`;
}

/** Parses a room name; null for other rooms: of a socket, a user or a session. */
export function parseRoom(name: string): Room | null {
  const project = /^project:(\d+)$/.exec(name);
  if (project) return { projectId: Number(project[1]), pod: null };
  const [, projectId, podId, podName] = /^pod:(\d+):(\d+):(.+)$/s.exec(name) ?? [];
  if (projectId === undefined || podId === undefined || podName === undefined) return null;
  return { projectId: Number(projectId), pod: { id: Number(podId), name: podName } };
}

/** The rooms of projects and pods among the rooms of a socket. */
export function watchedRooms(socket: { readonly rooms: ReadonlySet<string> }): Room[] {
  return [...socket.rooms].flatMap((name) => parseRoom(name) ?? []);
}
