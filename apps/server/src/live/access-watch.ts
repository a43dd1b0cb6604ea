import { Injectable } from '@nestjs/common';
import { CallerDirectory, type Seen } from '../auth/caller-directory.js';
import { SingleFlight } from './single-flight.js';

/**
 * Counts the changes of access in the database: of accounts, sessions, roles, pods and their members.
 * Access that is read while a count is known includes all changes up to this count.
 */
@Injectable()
export class AccessWatch {
  private readonly probes = new SingleFlight<number>();
  private seen: Seen | null = null;
  private count = 0;

  constructor(private readonly directory: CallerDirectory) {}

  /** The last known count. */
  get known(): number {
    return this.count;
  }

  /** The count at a time after the call; one statement for concurrent calls. */
  current(): Promise<number> {
    return this.probes.get('access', () => this.probe());
  }

  private async probe(): Promise<number> {
    const { isUnchanged, seen } = await this.directory.findChange(this.seen);
    if (!isUnchanged) this.count += 1;
    this.seen = seen;
    return this.count;
  }
}
