import { styled } from '@mui/material';
import { itemListSchema } from '@portal/contracts/lists';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../session/api';
import { BatchName } from './batch-name';

const MAX_NAMES = 100;

const keySchema = z.object({ project_id: z.number(), turing_batch_id: z.number() });
const namesSchema = itemListSchema(keySchema.extend({ name: z.string() }));
type Key = z.infer<typeof keySchema>;

/** As other short values of a list. */
const Line = styled('span')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: {
    display: 'block',
    maxWidth: '28ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));

interface ListedBatchProps {
  of: unknown;
  /** All rows of the page: they share the request for the names. */
  among: readonly unknown[];
}

/** The batch of a row of a list, by its name. */
export function ListedBatch({ of, among }: ListedBatchProps) {
  const names = useBatchNames(keysOf(among));
  const [key] = keysOf([of]);
  if (!key) return null;
  return (
    <Line>
      <BatchName id={String(key.turing_batch_id)} name={names?.get(textOf(key))} />
    </Line>
  );
}

function useBatchNames(keys: readonly Key[]): ReadonlyMap<string, string> | undefined {
  const one = (field: keyof Key) =>
    [...new Set(keys.map((key) => key[field]))].toSorted((a, b) => a - b);
  const filters = JSON.stringify({
    project_id: { in: one('project_id') },
    turing_batch_id: { in: one('turing_batch_id') },
  });
  const { data } = useQuery({
    queryKey: ['batches', 'names', filters],
    enabled: keys.length > 0,
    meta: { reads: ['batch'] },
    queryFn: async ({ signal }) => {
      const query = { page: 1, size: MAX_NAMES, filters };
      const { items } = await api.call('/tasks/batches/', namesSchema, { query, signal });
      return new Map(items.map((item) => [textOf(item), item.name]));
    },
  });
  return data;
}

/** Rows without a batch have no key. */
function keysOf(rows: readonly unknown[]): Key[] {
  return rows.flatMap((row) => {
    const { data } = keySchema.safeParse(row);
    return data ? [data] : [];
  });
}

const textOf = ({ project_id: project, turing_batch_id: batch }: Key) => `${project} ${batch}`;
