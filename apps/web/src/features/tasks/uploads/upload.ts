import {
  type ImportSummary,
  importSummarySchema,
  type ON_ERROR,
  type OnOlder,
} from '@portal/contracts/imports';
import type { FormatSettings } from '@portal/contracts/file-formats';
import type { EmptyCells } from '@portal/contracts/task-file';
import { retryAfterOf } from '@portal/contracts/problem';
import { ApiError, errorOfResponse } from '../../../lib/api-error';
import { parseResponse, urlOf } from '../../../lib/http';
import { API_BASE } from '../../../session/api';
import { refreshSession } from '../../../session/refresh';
import { accessTokenOf, useSessionStore } from '../../../session/session-store';

/** Fallback if the server gives no reason. */
export const UPLOAD_FAILED = 'Error uploading tasks data';

export type OnError = (typeof ON_ERROR)[number];

/** In the portal's own names, by a format of a project, or by settings that are sent with the file. */
export type ReadAs =
  | { readonly empty: EmptyCells }
  | { readonly format: string; readonly project: number }
  | { readonly settings: FormatSettings };

interface UploadRequest {
  file: File;
  dryRun: boolean;
  onError: OnError;
  /** How the file is read; undefined: as the server finds it. */
  read: ReadAs | undefined;
  onOlder: OnOlder;
  /** Called with the sent and total bytes. */
  onProgress(sent: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Sends a task file and resolves with the queued import. Uses XMLHttpRequest, because fetch does
 * not report upload progress.
 * @throws {ApiError} with a message for the user; {DOMException} 'AbortError' when aborted
 */
export async function uploadTaskFile(request: UploadRequest): Promise<ImportSummary> {
  const token = accessTokenOf(useSessionStore.getState()) ?? '';
  let answer = await send(request, token);
  if (answer.status === 401) {
    const fresh = await refreshSession(token);
    if (fresh !== undefined) answer = await send(request, fresh);
  }
  if (answer.status >= 200 && answer.status < 300) {
    return parseResponse(answer.body, importSummarySchema, answer.status);
  }
  throw wordedForUpload(errorOfResponse(answer.status, answer.url, answer.body));
}

interface Answer {
  status: number;
  url: string;
  body: string;
}

function send(request: UploadRequest, token: string): Promise<Answer> {
  const { dryRun, onError, onOlder, read, onProgress, signal } = request;
  const url = urlOf(API_BASE, '/tasks/upload', {
    dry_run: dryRun,
    on_error: onError,
    on_older: onOlder,
    ...(read && 'empty' in read && { empty: read.empty }),
    ...(read && 'format' in read && { format: read.format, format_project: read.project }),
  });
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const aborted = () => reject(new DOMException('Upload aborted', 'AbortError'));
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, url, body: xhr.responseText }),
    );
    xhr.addEventListener('error', () => reject(connectionLost()));
    xhr.addEventListener('abort', aborted);
    xhr.open('POST', url);
    xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.setRequestHeader('accept', 'application/json');
    xhr.setRequestHeader('prefer', 'respond-async');
    xhr.send(formOf(request));
  });
}

function formOf({ file, read }: UploadRequest): FormData {
  const form = new FormData();
  // Before the file, so that the server knows the format when it comes.
  if (read && 'settings' in read) form.append('file_format', JSON.stringify(read.settings));
  form.append('file', file, file.name);
  return form;
}

function connectionLost(): ApiError {
  return new ApiError('The upload was cut off before its end; send the file again', {
    status: 0,
    code: 'network',
  });
}

export const FILE_CHANGED = 'The file has changed or is gone since you chose it. Choose it again.';

/** Whether the file can still be read: the browser refuses one that has changed on the disk. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Whether sending the same file again may help. */
export function mayHelpToSendAgain(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'unexpected-response') return false;
  return error.code === 'network' || retryAfterOf(error.code) !== null;
}

function wordedForUpload(error: ApiError): ApiError {
  if (error.code !== 'unexpected-response') return error;
  return new ApiError(UPLOAD_FAILED, { status: error.status, code: error.code });
}
