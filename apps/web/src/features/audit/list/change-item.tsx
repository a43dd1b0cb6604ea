import Box from '@mui/material/Box';
import type { AuditRecord } from '@portal/contracts/audit';
import { useState } from 'react';
import { ACTIONS, itemText } from '../words';
import { ChangeDetails } from './change-details';
import { Expandable } from './expandable';
import { Preview } from './preview';

/** One change of a group. */
export function ChangeItem({ record }: { record: AuditRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <Box component="li">
      <Expandable
        label={`${ACTIONS[record.action]} ${itemText(record)}`}
        open={open}
        onToggle={() => setOpen(!open)}
        preview={<Preview record={record} />}
      >
        <ChangeDetails record={record} />
      </Expandable>
    </Box>
  );
}
