import { Injectable } from '@nestjs/common';
import { ENDED_IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';
import { setTimeout as pause } from 'node:timers/promises';
import { ImportStore } from './import-store.js';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

export function hasEnded({ status }: ImportSummary): boolean {
  return ENDED_IMPORT_STATES.some((state) => state === status);
}

/** Waits for the end of an import, for the few uploads whose answer is held back for it. */
@Injectable()
export class ImportCompletion {
  constructor(private readonly store: ImportStore) {}

  /**
   * The import as it stands when it has ended, `seconds` are over, or `signal` aborts; it is looked
   * at soon at first, for small files, and ten times a second later.
   */
  async within(seconds: number, importId: string, signal: AbortSignal): Promise<ImportSummary> {
    const deadline = performance.now() + seconds * 1000;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      const found = await this.store.find(importId);
      if (!found) throw new Error(`Import ${importId} has vanished`);
      const left = deadline - performance.now();
      if (hasEnded(found.summary) || left <= 0 || signal.aborted) return found.summary;
      await pause(Math.min(pauseMs, left), undefined, { signal }).catch(() => undefined);
    }
  }
}
