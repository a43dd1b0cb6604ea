import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { csvDialect } from '../lib/csv-dialect';
import { saveFile, streamToBlob } from '../lib/download';
import type { Query } from '../lib/http';
import { api } from './api';

interface Download {
  readonly path: string;
  readonly query?: Query;
  /** The media type. */
  readonly accept: string;
  readonly fileName: string;
  /** The toast after a failure without a detail of the server. */
  readonly failed: string;
}

const CSV = 'text/csv';

/** Downloads a file that needs the bearer token, and counts the received bytes. */
export function useDownload({ path, query, accept, fileName, failed }: Download) {
  const [received, setReceived] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setReceived(0);
      const dialect = accept === CSV ? csvDialect() : undefined;
      const response = await api.send(path, { query: { ...query, dialect }, headers: { accept } });
      saveFile(await streamToBlob(response, setReceived), fileName);
    },
    meta: { failed },
  });
  return { start: () => mutate(), isPending, received };
}
