import { Box, Button, Typography } from '@mui/material';
import type { AuditRecord } from '@portal/contracts/audit';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths';
import { useMay } from '../../../session/permissions';
import { differenceOf } from '../difference';
import { itemText } from '../change-texts';
import { importEndOf } from '../import-texts';

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& :is(th, td)': { p: 0.5, textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& thead': { display: { xs: 'none', sm: 'table-header-group' } },
  '& thead th:first-of-type': { width: 190 },
  '& tbody tr': { display: { xs: 'grid', sm: 'table-row' }, mb: { xs: 1, sm: 0 } },
} as const;

/** The fields of a change, before and after. */
export function ChangeDetails({ record }: { record: AuditRecord }) {
  const { entity, entity_id: id } = record;
  const may = useMay();
  // The history of a task also has its imports.
  const historyPath =
    entity === 'task' && may(['data-upload'])
      ? paths.adminTaskHistory(id)
      : paths.adminAudit({ entity, id });
  // Before its end an import had no counts.
  const shown = importEndOf(record) ? { ...record, before: null } : record;
  const changes = differenceOf(shown);
  const columns = shown.before && shown.after ? ['Before', 'After'] : ['Value'];
  return (
    <Box sx={{ borderRadius: 2, p: 1.5, bgcolor: 'surface.sunken' }}>
      <Box component="table" sx={TABLE}>
        <thead>
          <tr>
            {['Field', ...columns].map((title) => (
              <th key={title} scope="col">
                <Typography variant="caption" color="textSecondary">
                  {title}
                </Typography>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, label, before, after }) => (
            <tr key={field}>
              <th scope="row">
                <Typography variant="body2" color="textSecondary">
                  {label}
                </Typography>
              </th>
              {before !== undefined && <ValueCell sign="−" text={before} />}
              {after !== undefined && <ValueCell sign="+" text={after} />}
            </tr>
          ))}
        </tbody>
      </Box>
      {id !== '*' && (
        <Button
          size="small"
          component={Link}
          to={historyPath}
          aria-label={`History of this item: ${itemText(record)}`}
          sx={{ mt: 0.5 }}
        >
          History of this item
        </Button>
      )}
    </Box>
  );
}

interface ValueCellProps {
  /** Minus for what was there before, plus for what is there after. */
  sign: '−' | '+';
  text: string;
}

/** A value of a difference; long texts wrap, their lines stay. */
function ValueCell({ sign, text }: ValueCellProps) {
  const isCode = /^[[{]/.test(text) || text.includes('\n');
  return (
    <td>
      <Box
        component={sign === '+' ? 'ins' : 'del'}
        sx={(theme) => {
          const color = theme.vars.palette[sign === '+' ? 'success' : 'error'].main;
          return {
            display: 'block',
            position: 'relative',
            pl: 2.5,
            pr: 1,
            py: 0.25,
            borderRadius: 1,
            textDecoration: 'none',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            fontFamily: isCode ? 'monospace' : 'inherit',
            fontSize: isCode ? '0.8125rem' : '0.875rem',
            backgroundColor: `color-mix(in srgb, ${color} 12%, transparent)`,
            '&::before': { content: `'${sign}'`, position: 'absolute', left: 8, color },
          };
        }}
      >
        {text}
      </Box>
    </td>
  );
}
