import type { Stamp } from '@portal/contracts/stamp';
import { isOlder } from '@portal/domain/stamps';
import type { RoomStatus } from './room-status';

/** Of a state that is pushed and fetched, the one to show: on a live connection the pushed one, else the newer. */
export function newestState<P extends Stamp, F extends Stamp>(
  room: RoomStatus,
  pushed: P | undefined,
  fetched: F | undefined,
): P | F | undefined {
  if (!pushed || !fetched || room.kind === 'live') return pushed ?? fetched;
  return isOlder(fetched, pushed) ? pushed : fetched;
}
