import { z } from 'zod';
import { randomId } from '../../../lib/random-id';
import { readDraft, writeDraft } from '../../../session/drafts';

const draftSchema = z.object({
  words: z.string(),
  rework: z.boolean(),
  reasons: z.array(z.string()),
  key: z.string(),
});
export type Draft = z.infer<typeof draftSchema>;

const formOf = (taskId: number): string => `feedback ${taskId}`;

/** What was typed of new feedback on a task, or nothing. */
export function readFeedback(taskId: number): Draft {
  const stored = readDraft(formOf(taskId), draftSchema);
  return stored ?? { words: '', rework: false, reasons: [], key: randomId() };
}

/** A draft without words is none. */
export function keepFeedback(taskId: number, draft: Draft | undefined): void {
  writeDraft(formOf(taskId), draft?.words === '' ? undefined : draft);
}

/** A key that is pressed before the form is there. */
export function typeFeedback(taskId: number, key: string): void {
  const draft = readFeedback(taskId);
  const words = key === 'Backspace' ? draft.words.slice(0, -1) : draft.words + key;
  keepFeedback(taskId, { ...draft, words, key: randomId() });
}
