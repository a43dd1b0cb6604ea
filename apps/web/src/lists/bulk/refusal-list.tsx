import { Alert, AlertTitle, Box, Button } from '@mui/material';
import type { ListedItem, ListMeta } from '@portal/contracts/lists';
import type { ProblemItem } from '@portal/contracts/problem';
import { plural } from '../../lib/format';
import { withSubject } from '../../forms/server-errors';
import { useItemNames } from '../api';
import { itemName, keyOf } from '../fields/field-rules';

interface RefusalListProps {
  meta: ListMeta;
  title: string;
  refusals: readonly ProblemItem[];
  /** Items as they were before: the server has no name of one that is gone. */
  before?: readonly ListedItem[];
  /** Selects the other items only. */
  onLeaveOut?: () => void;
}

const MOST = 5;

/** Why items cannot be changed. */
export function RefusalList(props: RefusalListProps) {
  const { meta, title, refusals, before = [], onLeaveOut } = props;
  const shown = refusals.slice(0, MOST);
  const more = refusals.length - MOST;
  const current = useItemNames(
    meta,
    shown.flatMap(({ item }) => item ?? []),
  );
  const names = new Map([
    ...before.map((item) => [keyOf(meta, item), itemName(meta, item)] as const),
    ...(current ?? []),
  ]);
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle sx={{ mb: refusals.length > 0 ? 0.5 : 0 }}>{title}</AlertTitle>
      <Box component="ul" sx={{ listStyle: 'disc', pl: 2.5 }}>
        {shown.map((refusal, index) => (
          <li key={index}>{refusalText(meta, refusal, names)}</li>
        ))}
        {more > 0 && <li>and {plural(more, 'more', 'more')}</li>}
      </Box>
      {onLeaveOut && (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          onClick={onLeaveOut}
          sx={{ mt: 1.5 }}
        >
          Leave Out
        </Button>
      )}
    </Alert>
  );
}

/** `{item: '3', pointer: '/change/name', detail: 'is taken'}` → 'Lyra: Name is taken'. */
function refusalText(
  { label, fields }: ListMeta,
  { item, pointer, detail }: ProblemItem,
  names: ReadonlyMap<string, string>,
): string {
  const name = pointer.replace(/^\/change\/?/, '').split('/')[0] ?? '';
  const field = fields.find((one) => one.name === name);
  const reason = field ? withSubject(field.label, detail) : detail;
  return item === undefined ? reason : `${names.get(item) ?? `${label} ${item}`}: ${reason}`;
}
