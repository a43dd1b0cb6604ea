import { Injectable } from '@nestjs/common';
import { OutageLog } from '@portal/platform/outage-log';
import { withTimeout } from '@portal/platform/with-timeout';

const TIMEOUT_MS = 2_000;

/** Reads the figures of parts: one that does not answer must not keep those of the others. */
@Injectable()
export class PartReader {
  constructor(private readonly outages: OutageLog) {}

  /** Undefined if the part cannot be read within 2 s; the log says so once. */
  async read<T>(part: string, read: () => Promise<T>): Promise<T | undefined> {
    const reading = `reading the metrics of ${part}`;
    try {
      const figures = await withTimeout(read(), TIMEOUT_MS);
      this.outages.works(reading);
      return figures;
    } catch (error) {
      this.outages.failed(reading, error);
      return undefined;
    }
  }
}
