import { taskFileRowSchema } from '@portal/contracts/tasks';
import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import { describe, expect, it } from 'vitest';
import { taskFileChunks, taskFileText } from './task-file.js';

const plan = { tasks: 2000, turingProjectId: 1001, batches: 8 };

describe('generated task files', () => {
  it('are the same bytes for the same plan and others for another seed', () => {
    expect(taskFileText(plan)).toBe(taskFileText(plan));
    expect(taskFileText({ ...plan, seed: 2 })).not.toBe(taskFileText(plan));
  });

  it('hold valid rows with rising ids in every batch, half of them reviewed', () => {
    const rows = (JSON.parse(taskFileText({ ...plan, firstTaskId: 501 })) as unknown[]).map((row) =>
      taskFileRowSchema.parse(row),
    );
    expect(rows.map((row) => row.turing_task_id)).toEqual(
      Array.from({ length: 2000 }, (_, index) => 501 + index),
    );
    expect(new Set(rows.map((row) => row.turing_batch_id)).size).toBe(8);
    const reviewed = rows.filter((row) => row.reviews !== undefined).length;
    expect(reviewed).toBeGreaterThan(900);
    expect(reviewed).toBeLessThan(1100);
  });

  it('fill every column that a file can fill, metadata and the id of exports aside', () => {
    const rows = JSON.parse(taskFileText(plan)) as object[];
    const filled = new Set(rows.flatMap((row) => Object.keys(row)));
    const fillable = Object.keys(taskFileRowSchema.shape).filter((name) =>
      TASK_COLUMNS.some((column) => column.name === name),
    );
    expect(fillable.filter((name) => !filled.has(name))).toEqual(['project_id', 'metadata']);
  });

  it('are the same rows as lines', () => {
    const lines = taskFileText({ ...plan, format: 'ndjson' })
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      JSON.parse(taskFileText(plan)),
    );
  });

  it('come in chunks of bounded size', () => {
    const sizes = [...taskFileChunks({ ...plan, tasks: 5000 })].map((chunk) => chunk.length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(300 * 1024);
  });
});
