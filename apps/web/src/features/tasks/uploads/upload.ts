import {
  type ImportSummary,
  importSummarySchema,
  type ON_ERROR,
  type OnOlder,
} from '@portal/contracts/imports';
import { retryAfterOf } from '@portal/contracts/problem';
import { ApiError, errorOfResponse } from '../../../lib/api-error';
import { parseResponse, urlOf } from '../../../lib/http';
import { API_BASE } from '../../../session/api';
import { refreshSession } from '../../../session/refresh';
import type { CsvFile } from './csv/csv-file';
import { accessTokenOf, useSessionStore } from '../../../session/session-store';

/** Fallback if the server gives no reason. */
export const UPLOAD_FAILED = 'Error uploading tasks data';

export type OnError = (typeof ON_ERROR)[number];

interface UploadRequest {
  file: File;
  dryRun: boolean;
  onError: OnError;
  /** How the file is read, if it is CSV. */
  csv: Pick<CsvFile, 'columns' | 'empty'> | undefined;
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
  const { file, dryRun, onError, onOlder, csv, onProgress, signal } = request;
  const url = urlOf(API_BASE, '/tasks/upload', {
    dry_run: dryRun,
    on_error: onError,
    on_older: onOlder,
    columns: csv?.columns ? JSON.stringify(csv.columns) : undefined,
    empty: csv?.empty,
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
    xhr.send(formOf(file));
  });
}

function formOf(file: File): FormData {
  const form = new FormData();
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
