import { z } from 'zod';
import { readStored, writeStored } from '../lib/storage';
import { subjectOf, useSessionStore } from './session-store';

const STORAGE_KEY = 'portal.drafts';
/** Drafts of forms that nobody opens again, such as of a deleted item, are dropped by later ones. */
const MAX_DRAFTS = 20;

const draftsSchema = z.object({
  user: z.string(),
  /** Latest first. */
  drafts: z.array(z.object({ form: z.string(), content: z.unknown() })),
});

/** What the user typed into a form in this browser and has not saved; undefined without a draft. */
export function readDraft<S extends z.ZodType>(form: string, schema: S): z.output<S> | undefined {
  const content = draftsOf(userId()).find((one) => one.form === form)?.content;
  const parsed = schema.safeParse(content);
  return parsed.success ? parsed.data : undefined;
}

/** Stores the draft of a form in place of an earlier one; undefined removes it. */
export function writeDraft(form: string, content: unknown): void {
  const user = userId();
  const others = draftsOf(user).filter((one) => one.form !== form);
  const drafts = content === undefined ? others : [{ form, content }, ...others];
  const stored = { user, drafts: drafts.slice(0, MAX_DRAFTS) };
  writeStored('browser', STORAGE_KEY, drafts.length === 0 ? undefined : stored, 'drafts');
}

/** Removes the drafts of the user who signs out. */
export function forgetDrafts(): void {
  writeStored('browser', STORAGE_KEY, undefined, 'drafts');
}

/** Drafts of another user of this browser do not count. */
function draftsOf(user: string | undefined) {
  const stored = readStored('browser', STORAGE_KEY, draftsSchema);
  return stored !== undefined && stored.user === user ? stored.drafts : [];
}

function userId(): string | undefined {
  return subjectOf(useSessionStore.getState().session);
}
