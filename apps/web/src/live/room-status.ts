import type { RoomClosed } from '@portal/contracts/live';
import type { Connection } from './connection-status';

/** Whether the states of a room arrive, and since when in epoch milliseconds. */
export type RoomStatus =
  | Exclude<Connection, { kind: 'connecting' }>
  /** `lostAt` is the time at which the last connection was lost; undefined before the first one. */
  | { readonly kind: 'connecting'; readonly since: number; readonly lostAt?: number }
  /** The connection is live, but the server does not send the states of this room. */
  | {
      readonly kind: 'refused';
      readonly since: number;
      readonly detail: string;
      /** Present if the server closed the room while it was open. */
      readonly closing?: Closing;
    };

/** Why the server closed a room, and its new room if the pod has moved. */
export type Closing = Pick<RoomClosed, 'code' | 'moved_to'>;

/** The server's answer to a subscription, or the end of one. */
export type RoomAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly detail: string; readonly closing?: Closing };

/** An answer and the connection that it arrived on. */
export interface Answered {
  readonly answer: RoomAnswer;
  readonly connectionNo: number;
  readonly since: number;
}
export type RoomAnswers = Readonly<Record<string, Answered>>;

/**
 * The status of a room: the connection's, and on a live connection the server's answer.
 * @param lostAt time of the last loss of a connection; null before the first
 */
export function statusOf(
  connection: Connection,
  connectionNo: number,
  answered: Answered | undefined,
  lostAt: number | null,
): RoomStatus {
  if (connection.kind !== 'live') return connection;
  if (answered?.connectionNo !== connectionNo) {
    return { kind: 'connecting', since: connection.since, ...(lostAt !== null && { lostAt }) };
  }
  const { answer, since } = answered;
  if (answer.ok) return { kind: 'live', since };
  const { detail, closing } = answer;
  return { kind: 'refused', since, detail, ...(closing && { closing }) };
}

/**
 * Until when pushed states kept the numbers of a page true, in epoch milliseconds: until the connection
 * was lost. 0 on a live connection and before the first one.
 */
export function pushedUntil(room: RoomStatus): number {
  if (room.kind === 'connecting') return room.lostAt ?? 0;
  return room.kind === 'reconnecting' || room.kind === 'stale' ? room.since : 0;
}

/**
 * Until when the numbers of a page were true, in epoch milliseconds. A page fetches again after each push,
 * so on a live connection they were true until it was lost.
 */
export function trueUntil(room: RoomStatus, fetchedAt: number): number {
  return Math.max(fetchedAt, pushedUntil(room));
}

/**
 * Stores an answer. The same answer again keeps the time of the first. A room that the server closed
 * stays closed when it then refuses a subscription.
 */
export function afterAnswer(
  answers: RoomAnswers,
  room: string,
  { answer, connectionNo, now }: { answer: RoomAnswer; connectionNo: number; now: number },
): RoomAnswers {
  const before = answers[room];
  if (before?.connectionNo !== connectionNo || before.answer.ok !== answer.ok) {
    return { ...answers, [room]: { answer, connectionNo, since: now } };
  }
  const isClosed = !before.answer.ok && before.answer.closing && !answer.ok && !answer.closing;
  return isClosed ? answers : { ...answers, [room]: { answer, connectionNo, since: before.since } };
}

export function afterLeaving(answers: RoomAnswers, room: string): RoomAnswers {
  const { [room]: _left, ...rest } = answers;
  return rest;
}
