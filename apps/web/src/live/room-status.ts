import type { RoomClosed } from '@portal/contracts/live';
import type { Connection } from './connection-status';

/** Whether the states of a room arrive, and since when in epoch milliseconds. */
export type RoomStatus =
  | Connection
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
  readonly epoch: number;
  readonly since: number;
}
export type RoomAnswers = Readonly<Record<string, Answered>>;

/** The status of a room: the connection's, and on a live connection the server's answer. */
export function statusOf(
  connection: Connection,
  epoch: number,
  answered: Answered | undefined,
): RoomStatus {
  if (connection.kind !== 'live') return connection;
  if (answered?.epoch !== epoch) return { kind: 'connecting', since: connection.since };
  const { answer, since } = answered;
  if (answer.ok) return { kind: 'live', since };
  const { detail, closing } = answer;
  return { kind: 'refused', since, detail, ...(closing && { closing }) };
}

/**
 * Stores an answer. The same answer again keeps the time of the first. A room that the server closed
 * stays closed when it then refuses a subscription.
 */
export function afterAnswer(
  answers: RoomAnswers,
  room: string,
  { answer, epoch, now }: { answer: RoomAnswer; epoch: number; now: number },
): RoomAnswers {
  const before = answers[room];
  if (before?.epoch !== epoch || before.answer.ok !== answer.ok) {
    return { ...answers, [room]: { answer, epoch, since: now } };
  }
  const isClosed = !before.answer.ok && before.answer.closing && !answer.ok && !answer.closing;
  return isClosed ? answers : { ...answers, [room]: { answer, epoch, since: before.since } };
}

export function afterLeaving(answers: RoomAnswers, room: string): RoomAnswers {
  const { [room]: _left, ...rest } = answers;
  return rest;
}
