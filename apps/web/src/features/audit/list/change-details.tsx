import { Box, Button, Typography } from '@mui/material';
import type { AuditRecord } from '@portal/contracts/audit';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths';
import { useMay } from '../../../session/permissions';
import { differenceOf } from '../difference';
import { itemText } from '../change-texts';
import { importEndOf } from '../import-texts';

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
    <Box sx={(theme) => ({ borderRadius: 2, p: 1.5, bgcolor: theme.vars.palette.surface.sunken })}>
      <Box
        component="table"
        sx={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' }}
      >
        <Box component="thead" sx={{ display: { xs: 'none', sm: 'table-header-group' } }}>
          <tr>
            {['Field', ...columns].map((title, index) => (
              <Box
                key={title}
                component="th"
                scope="col"
                sx={{ width: index === 0 ? 190 : 'auto', textAlign: 'left', pb: 0.5, px: 0.5 }}
              >
                <Typography variant="caption" color="textSecondary">
                  {title}
                </Typography>
              </Box>
            ))}
          </tr>
        </Box>
        <tbody>
          {changes.map(({ field, label, before, after }) => (
            <Box
              component="tr"
              key={field}
              sx={{ display: { xs: 'grid', sm: 'table-row' }, mb: { xs: 1, sm: 0 } }}
            >
              <Box
                component="th"
                scope="row"
                sx={{ textAlign: 'left', verticalAlign: 'top', p: 0.5, overflowWrap: 'anywhere' }}
              >
                <Typography variant="body2" color="textSecondary">
                  {label}
                </Typography>
              </Box>
              {before !== undefined && <ValueCell sign="−" text={before} />}
              {after !== undefined && <ValueCell sign="+" text={after} />}
            </Box>
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
    <Box component="td" sx={{ verticalAlign: 'top', p: 0.5 }}>
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
    </Box>
  );
}
