import type { FormatSettings } from '@portal/contracts/file-formats';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sourcesOf } from './draft';
import { countFacts, type FileFacts } from './facts';

interface CountedFacts {
  /** Undefined while the file is read. */
  readonly facts: FileFacts | undefined;
  /** The share that is read. */
  readonly progress: number;
}

/** What a file has in the columns that the answers use; read again if they use others. */
export function useFacts(file: File, settings: FormatSettings): CountedFacts {
  const [progress, setProgress] = useState(0);
  const { encoding, separator } = settings;
  const columns = [...sourcesOf(settings)].map(([key, source]) =>
    'columns' in source ? [key, source.columns, source.join] : [],
  );
  const { name, size, lastModified } = file;
  const isUsed = columns.some((one) => one.length > 0);
  const { data } = useQuery({
    queryKey: ['file-facts', { name, size, lastModified }, encoding, separator, columns],
    queryFn: isUsed
      ? ({ signal }) => countFacts(file, settings, { signal, onProgress: setProgress })
      : skipToken,
    staleTime: Infinity,
    retry: false,
  });
  return { facts: data, progress };
}
