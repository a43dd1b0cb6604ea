import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile, streamToBlob } from '../lib/download';
import { api } from './api';

interface Download {
  readonly path: string;
  /** The media type. */
  readonly accept: string;
  readonly fileName: string;
  /** The toast after a failure without a detail of the server. */
  readonly failed: string;
}

/** Downloads a file that needs the bearer token, and counts the received bytes. */
export function useDownload({ path, accept, fileName, failed }: Download) {
  const [received, setReceived] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setReceived(0);
      const response = await api.send(path, { headers: { accept } });
      saveFile(await streamToBlob(response, setReceived), fileName);
    },
    meta: { failed },
  });
  return { start: () => mutate(), isPending, received };
}
