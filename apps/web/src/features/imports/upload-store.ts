import { create } from 'zustand';
import { messageOf } from '../../lib/api-error';
import { addSample, type Sample } from '../../lib/rate-meter';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { mayHelpToSendAgain, UPLOAD_FAILED, uploadTaskFile, type OnError } from './requests/upload';

/** State of the upload; one at a time, from the selection of a file to the queued import. */
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
  /** The server runs a dry run; its counts are the preview. */
  | { readonly kind: 'preview'; readonly file: File; readonly importId: string }
  /** The server has accepted the import. */
  | { readonly kind: 'accepted'; readonly importId: string }
  | { readonly kind: 'failed'; readonly file: File; readonly failure: UploadFailure };

export interface UploadFailure {
  readonly message: string;
  /** How it was sent, if the same may succeed when it is sent again. */
  readonly again: { readonly dryRun: boolean } | null;
}

interface UploadStore {
  readonly upload: Upload;
  readonly onError: OnError;
  choose(file: File): void;
  setOnError(onError: OnError): void;
  /** Sends the selected file; the result is in the state. */
  send(dryRun: boolean): Promise<void>;
  /** Aborts an upload; the file stays selected. */
  abort(): void;
  /** Back to the selection of a file; aborts an upload. */
  reset(): void;
}

let sending: AbortController | undefined;

/** Lives outside the page, so that an upload continues while the user opens other pages. */
export const useUploadStore = create<UploadStore>()((set, get) => ({
  upload: { kind: 'idle' },
  onError: 'abort',
  choose(file) {
    set({ upload: { kind: 'ready', file } });
  },
  setOnError(onError) {
    set({ onError });
  },
  async send(dryRun) {
    const { upload, onError } = get();
    if (upload.kind === 'idle' || upload.kind === 'sending' || upload.kind === 'accepted') return;
    const { file } = upload;
    const controller = new AbortController();
    const { signal } = controller;
    sending = controller;
    set({ upload: { kind: 'sending', file, dryRun, sent: 0, total: file.size, samples: [] } });
    try {
      const { import_id: importId } = await uploadTaskFile({
        file,
        dryRun,
        onError,
        signal,
        onProgress: (sent, total) =>
          set(({ upload: now }) => ({ upload: progressed(now, sent, total) })),
      });
      set({
        upload: dryRun ? { kind: 'preview', file, importId } : { kind: 'accepted', importId },
      });
    } catch (error) {
      if (signal.aborted) return;
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
    set({ upload: { kind: 'idle' }, onError: 'abort' });
  },
}));

// Another user must not see the file of the previous one.
useSessionStore.subscribe((state) => {
  if (!isAuthenticated(state)) useUploadStore.getState().reset();
});

function progressed(upload: Upload, sent: number, total: number): Upload {
  if (upload.kind !== 'sending') return upload;
  const samples = addSample(upload.samples, { at: Date.now(), value: sent });
  return { ...upload, sent, total, samples };
}
