import { file, row } from '../../support/rows.js';
import type { Tools } from './tools.js';

const TASKS = 5;

/** One edit; `isAcknowledged` once the portal has said that it is stored. */
export interface Edit {
  readonly taskId: number;
  /** Written as the turns of the task, which no other edit of the task has. */
  readonly number: number;
  isAcknowledged: boolean;
}

/** Edits tasks that nobody else edits, one after the other. */
export class Editor {
  readonly edits: Edit[] = [];

  private constructor(
    private readonly tools: Tools,
    private readonly firstTaskId: number,
  ) {}

  static async employ(tools: Tools, count: number, firstTaskId: number): Promise<Editor[]> {
    const ids = Array.from({ length: count * TASKS }, (_, n) => firstTaskId + n);
    const rows = ids.map((id) => row(id, { number_of_turns: 0 }));
    const answer = await tools.api.upload(file(...rows), { prefer: 'wait=60' });
    if (answer.status !== 200) throw new Error(`no tasks to edit: ${JSON.stringify(answer.body)}`);
    return Array.from({ length: count }, (_, n) => new Editor(tools, firstTaskId + n * TASKS));
  }

  /** @returns what forgets all acknowledgements since now */
  mark(): () => void {
    const { length } = this.edits;
    return () => {
      for (const edit of this.edits.slice(length)) edit.isAcknowledged = false;
    };
  }

  async edit(): Promise<void> {
    const number = this.edits.length + 1;
    const edit: Edit = {
      taskId: this.firstTaskId + (number % TASKS),
      number,
      isAcknowledged: false,
    };
    this.edits.push(edit);
    const { api, journal } = this.tools;
    const answer = await journal.call('edit', () =>
      api.patch(`/tasks/tasks-crud/${edit.taskId}`, {
        number_of_turns: number,
        status: number % 2 === 0 ? 'rework' : 'completed',
        completed_at: new Date().toISOString(),
      }),
    );
    if (answer !== undefined) edit.isAcknowledged = true;
  }
}
