import type { ImportSummary, OnOlder } from '@portal/contracts/imports';
import { z } from 'zod';
import { create } from 'zustand';
import { messageOf } from '../../../lib/api-error';
import { addSample, type Sample } from '../../../lib/rate-meter';
import { readStored, writeStored } from '../../../lib/storage';
import { subjectOf, useSessionStore } from '../../../session/session-store';
import {
  FILE_CHANGED,
  isReadable,
  mayHelpToSendAgain,
  type OnError,
  type ReadAs,
  UPLOAD_FAILED,
  uploadTaskFile,
} from './upload';
import { browserNow } from '../../../lib/use-now';
import { KEPT_ANSWERS } from './wizard/kept-key';
import type { Plan } from './wizard/plan';

/** State of the upload; one at a time, from the selection of a file until the server has it. */
export type Upload =
  | { readonly kind: 'idle' }
  | { readonly kind: 'ready'; readonly file: File }
  | {
      readonly kind: 'sending';
      readonly file: File;
      readonly dryRun: boolean;
      readonly sent: number;
      readonly total: number;
      readonly samples: readonly Sample[];
    }
  | { readonly kind: 'failed'; readonly file: File; readonly failure: UploadFailure };

export interface UploadFailure {
  readonly message: string;
  /** How it was sent, if the same may succeed when it is sent again. */
  readonly again: { readonly dryRun: boolean } | null;
  /** The file is not on the disk any more as it was chosen. */
  readonly isGone?: boolean;
}

/** An import that this tab has started. */
interface Followed {
  readonly importId: string;
  /** What a toast or its page has told of it: its end or its question. */
  readonly told?: string | undefined;
}

interface UploadStore {
  readonly upload: Upload;
  readonly onError: OnError;
  /** What the selected file is; `reading` until that is known, undefined if it cannot be read here. */
  readonly plan: Plan | 'reading' | undefined;
  readonly onOlder: OnOlder;
  /** The import of the newest upload. */
  readonly accepted: string | undefined;
  /** The imports whose rows are shown, oldest first. */
  readonly followed: readonly Followed[];
  choose(file: File): void;
  setOnError(onError: OnError): void;
  setPlan(plan: Plan): void;
  setOnOlder(onOlder: OnOlder): void;
  /** Sends the selected file, then follows its import. */
  send(dryRun: boolean): Promise<void>;
  /** Aborts an upload; the file stays selected. */
  abort(): void;
  /** Back to the selection of a file; aborts an upload. */
  reset(): void;
  follow(importId: string): void;
  setTold(importId: string, status: ImportSummary['status']): void;
  unfollow(importId: string): void;
}

/** Of the tab's storage: a reload keeps the imports that are followed, and tells nothing again. */
const FOLLOWED_KEY = 'portal-followed-imports';
const followedSchema = z.object({
  user: z.string(),
  followed: z.array(z.object({ importId: z.uuid(), told: z.string().optional() })),
});

let sending: AbortController | undefined;
/** Ends when the selected file is read. */
let reading: Promise<void> | undefined;

/** Lives outside the page, so that an upload continues while the user opens other pages. */
export const useUploadStore = create<UploadStore>()((set, get) => ({
  upload: { kind: 'idle' },
  onError: 'abort',
  plan: undefined,
  onOlder: 'apply',
  accepted: undefined,
  followed: storedFollowed(),
  choose(file) {
    set({ upload: { kind: 'ready', file }, plan: 'reading' });
    reading = readPlan(file);
  },
  setPlan(plan) {
    set({ plan });
  },
  setOnError(onError) {
    set({ onError });
  },
  setOnOlder(onOlder) {
    set({ onOlder });
  },
  async send(dryRun) {
    if (get().plan === 'reading') {
      await reading;
      const { plan: found } = get();
      // It has questions first.
      if (found !== 'reading' && found?.send.kind === 'answers') return;
    }
    const { upload, onError, onOlder, plan } = get();
    if (upload.kind === 'idle' || upload.kind === 'sending' || plan === 'reading') return;
    const { file } = upload;
    const controller = new AbortController();
    const { signal } = controller;
    sending = controller;
    set({ upload: { kind: 'sending', file, dryRun, sent: 0, total: file.size, samples: [] } });
    try {
      if (!(await isReadable(file))) throw new Error(FILE_CHANGED);
      const { import_id: importId } = await uploadTaskFile({
        file,
        dryRun,
        onError,
        read: plan && (await readAs(plan)),
        onOlder,
        signal,
        onProgress: (sent, total) =>
          set(({ upload: now }) => ({ upload: progressed(now, sent, total) })),
      });
      get().reset();
      get().follow(importId);
      set({ accepted: importId });
    } catch (error) {
      // A file that changes while it is sent ends the connection.
      const isGone = !(await isReadable(file));
      if (signal.aborted) return;
      if (isGone) return set({ upload: { kind: 'failed', file, failure: GONE }, plan: undefined });
      const message = messageOf(error, UPLOAD_FAILED);
      const again = mayHelpToSendAgain(error) ? { dryRun } : null;
      set({ upload: { kind: 'failed', file, failure: { message, again } } });
    }
  },
  abort() {
    sending?.abort();
    set(({ upload }) =>
      upload.kind === 'sending' ? { upload: { kind: 'ready', file: upload.file } } : {},
    );
  },
  reset() {
    sending?.abort();
    writeStored('tab', KEPT_ANSWERS, undefined, 'answers about a file');
    set({ upload: { kind: 'idle' }, onError: 'abort', onOlder: 'apply', plan: undefined });
  },
  follow(importId) {
    set(({ followed }) => ({ followed: [...followed.filter(isNot(importId)), { importId }] }));
  },
  setTold(importId, told) {
    set(({ followed }) => ({
      followed: followed.map((one) => (one.importId === importId ? { importId, told } : one)),
    }));
  },
  unfollow(importId) {
    set(({ followed }) => ({ followed: followed.filter(isNot(importId)) }));
  },
}));

useUploadStore.subscribe(({ followed }) => {
  const user = subjectOf(useSessionStore.getState().session);
  writeStored(
    'tab',
    FOLLOWED_KEY,
    user === undefined ? undefined : { user, followed },
    'followed imports',
  );
});

// Another user must not see the file and the imports of the previous one, also where a tab that was
// frozen sees only the next sign-in.
useSessionStore.subscribe(({ session }, before) => {
  if (subjectOf(session) === subjectOf(before.session)) return;
  useUploadStore.getState().reset();
  useUploadStore.setState({ accepted: undefined, followed: [] });
});

/** What this tab followed before a reload, if it was the same user. */
export function storedFollowed(): readonly Followed[] {
  const stored = readStored('tab', FOLLOWED_KEY, followedSchema);
  const user = subjectOf(useSessionStore.getState().session);
  return stored !== undefined && stored.user === user ? stored.followed : [];
}

/** Whether something is sent, or was started here and is not told yet. */
export function hasTransfers({ upload, followed }: UploadStore): boolean {
  return isShown(upload) || followed.length > 0;
}

/** Whether pages show the upload: while the file is sent, or after that failed. */
export function isShown({ kind }: Upload): boolean {
  return kind === 'sending' || kind === 'failed';
}

const GONE: UploadFailure = { message: FILE_CHANGED, again: null, isGone: true };

const isNot = (importId: string) => (other: Followed) => other.importId !== importId;

/** Reads the beginning of the selected file, unless another one is selected meanwhile. */
async function readPlan(file: File): Promise<void> {
  const found = await import('./wizard/read-plan')
    .then(({ readPlan: read }) => read(file))
    // The server reads the file anyway, and tells what is wrong with it.
    .catch(() => undefined);
  const isGone = found === undefined && !(await isReadable(file));
  useUploadStore.setState(({ upload, plan }) => {
    if (!('file' in upload) || upload.file !== file || plan !== 'reading') return {};
    if (isGone) return { upload: { kind: 'failed', file, failure: GONE }, plan: undefined };
    return { plan: found };
  });
}

/** How the file is read; answers that have a name become a format of the project first. */
async function readAs({ send, sample, around: { projectId } }: Plan): Promise<ReadAs | undefined> {
  if (send.kind === 'format') return { format: send.format.name, project: send.format.project_id };
  if (send.kind === 'plain') return sample.file === 'csv' ? { empty: send.empty } : undefined;
  const { settings, base } = send;
  const name = send.name.trim();
  if (name === '' || projectId === undefined) return { settings };
  const { saveFormat } = await import('./wizard/api');
  await saveFormat({ project_id: projectId, name, settings }, base);
  return { format: name, project: projectId };
}

function progressed(upload: Upload, sent: number, total: number): Upload {
  if (upload.kind !== 'sending') return upload;
  const samples = addSample(upload.samples, { at: browserNow(), value: sent });
  return { ...upload, sent, total, samples };
}
