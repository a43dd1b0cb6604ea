import { importDetailSchema, type ImportDetail } from '@portal/contracts/import-detail';
import { importSummarySchema } from '@portal/contracts/imports';
import { file, row } from '../../support/rows.js';
import type { Tools } from './tools.js';

const ROWS = 600;
const POLL_MS = 100;

/** One file on its way; `importId` once the portal has taken it. */
export interface SentFile {
  readonly fileName: string;
  readonly firstTaskId: number;
  readonly rows: number;
  /** Written as the turns of each task. */
  readonly number: number;
  importId: string | undefined;
  /** The import that undoes it, if somebody has asked for one and the portal has taken it. */
  undoId: string | undefined;
  wasUndoAsked: boolean;
}

/** Uploads files, and waits for the end of each import. */
export class Importer {
  readonly files: SentFile[] = [];

  private constructor(
    private readonly tools: Tools,
    private readonly work: 'update' | 'import',
    private readonly firstTaskId: number,
  ) {}

  /** Every file changes the same tasks. */
  static async ofKnownTasks(tools: Tools, firstTaskId: number): Promise<Importer> {
    const importer = new Importer(tools, 'update', firstTaskId);
    const answer = await tools.api.upload(rowsOf(firstTaskId, 0), { prefer: 'wait=60' });
    if (answer.status !== 200)
      throw new Error(`no tasks to change: ${JSON.stringify(answer.body)}`);
    return importer;
  }

  /** Every file has tasks of its own; each second import is undone. */
  static ofNewTasks(tools: Tools, firstTaskId: number): Importer {
    return new Importer(tools, 'import', firstTaskId);
  }

  get makesTasks(): boolean {
    return this.work === 'import';
  }

  /** @returns what forgets all acknowledgements since now */
  mark(): () => void {
    const { length } = this.files;
    return () => {
      for (const sent of this.files.slice(length)) {
        sent.importId = undefined;
        sent.undoId = undefined;
      }
    };
  }

  /** @param isOver whether to stop waiting for the end */
  async importNext(isOver: () => boolean): Promise<void> {
    const { api, journal, name } = this.tools;
    const number = this.files.length + 1;
    const first = this.makesTasks ? this.firstTaskId + number * ROWS : this.firstTaskId;
    const sent: SentFile = {
      fileName: `${this.work}-${name}-${number}.json`,
      ...{ firstTaskId: first, rows: ROWS, number },
      ...{ importId: undefined, undoId: undefined, wasUndoAsked: false },
    };
    this.files.push(sent);
    const answer = await journal.call(this.work, () =>
      api.upload(rowsOf(first, number), { fileName: sent.fileName, prefer: 'respond-async' }),
    );
    if (answer === undefined) return;
    sent.importId = importSummarySchema.parse(answer.body).import_id;
    const end = await this.endOf(sent.importId, isOver);
    if (end?.status === 'completed' && this.makesTasks && number % 2 === 0) {
      await this.undo(sent, isOver);
    }
  }

  private async undo(sent: SentFile, isOver: () => boolean): Promise<void> {
    const { api, journal } = this.tools;
    sent.wasUndoAsked = true;
    const answer = await journal.call(this.work, () =>
      api.post(`/tasks/imports/${sent.importId}/undo`, {}, { prefer: 'respond-async' }),
    );
    if (answer === undefined) return;
    sent.undoId = importSummarySchema.parse(answer.body).import_id;
    await this.endOf(sent.undoId, isOver);
  }

  private async endOf(importId: string, isOver: () => boolean): Promise<ImportDetail | undefined> {
    while (!isOver()) {
      const answer = await this.tools.api.get(`/tasks/imports/${importId}`).catch(() => undefined);
      // Lost with a database.
      if (answer?.status === 404) return undefined;
      if (answer?.status === 200) {
        const detail = importDetailSchema.parse(answer.body);
        if (detail.finished_at !== null) return detail;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return undefined;
  }
}

function rowsOf(firstTaskId: number, number: number): string {
  const rows = Array.from({ length: ROWS }, (_, n) =>
    row(firstTaskId + n, { number_of_turns: number, turing_batch_id: 2 + (n % 5) }),
  );
  return file(...rows);
}
