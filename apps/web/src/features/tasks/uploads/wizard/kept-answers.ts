import { fileFormatSchema, formatSettingsSchema } from '@portal/contracts/file-formats';
import { z } from 'zod';
import { readStored, writeStored } from '../../../../lib/storage';
import { subjectOf, useSessionStore } from '../../../../session/session-store';
import { KEPT_ANSWERS } from './kept-key';
import type { Answers } from './plan';
import type { Sample } from './read/sample';

/** Answers that lack a source are kept, too: they are only checked when they are sent. */
const draftSchema = z.object(formatSettingsSchema.shape);
const keptSchema = z.object({
  user: z.string(),
  file: z.object({ name: z.string(), size: z.number(), lastModified: z.number() }),
  answers: z.object({
    kind: z.literal('answers'),
    settings: draftSchema,
    base: fileFormatSchema.nullable(),
    hasChosenInstants: z.boolean(),
    name: z.string(),
  }),
});

/** Keeps the answers about a file in this tab; undefined forgets them. */
export function keepAnswers(file: File, answers: Answers | undefined): void {
  const user = subjectOf(useSessionStore.getState().session);
  const { name, size, lastModified } = file;
  const kept = answers &&
    user !== undefined && { user, file: { name, size, lastModified }, answers };
  writeStored('tab', KEPT_ANSWERS, kept || undefined, 'answers about a file');
}

/** The answers about this file before a reload, if it has still the same columns. */
export function keptAnswers(file: File, sample: Sample): Answers | undefined {
  const kept = stored();
  if (!kept) return undefined;
  const { name, size, lastModified } = kept.file;
  const isSame = name === file.name && size === file.size && lastModified === file.lastModified;
  return isSame && kept.answers.settings.file === sample.file ? kept.answers : undefined;
}

/** The name of the file whose answers are kept, to ask for it after a reload. */
export function askedFile(): string | undefined {
  return stored()?.file.name;
}

function stored() {
  const kept = readStored('tab', KEPT_ANSWERS, keptSchema);
  return kept?.user === subjectOf(useSessionStore.getState().session) ? kept : undefined;
}
