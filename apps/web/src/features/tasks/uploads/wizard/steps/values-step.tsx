import { LinearProgress, Link, TextField, Typography } from '@mui/material';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { statusTitle } from '@portal/domain/statuses';
import { formatCount, plural } from '../../../../../lib/format';
import { paths } from '../../../../../lib/paths';
import { type PlainColumn, PlainTable } from '../../../../../tables/plain-table';
import { SelectField } from '../../../../../ui/inputs/select-field';
import { Columns } from '../../../../../ui/layout';
import { countsAs } from '../../counts-as';
import { columnsOf, valueOf, withValue } from '../draft';
import { labelOf } from '../field-words';
import { type FileFacts, MAX_VALUES } from '../facts';
import { isChoiceField } from '../guess/guess-settings';
import { isKnownValue, VALUES_OF } from '../guess/meanings';
import type { FieldKey } from '../names';
import type { Plan } from '../plan';
import type { StepProps } from './step-props';

/** In the order in which they are shown. */
const LISTED: readonly FieldKey[] = [
  'status',
  'validation_status',
  'review.status',
  'project_id',
  'turing_project_id',
  'batch_status',
  'batch_name',
  'turing_batch_id',
];

/** Each value of the file with its number of rows and what it means. */
export function ValuesStep({
  plan,
  answers,
  facts,
  progress,
  onChange,
}: StepProps & { progress: number }) {
  const { settings } = answers;
  if (!facts) {
    return (
      <Columns gap={1}>
        <Typography variant="body2">Counting the values of the file</Typography>
        <LinearProgress
          variant="determinate"
          value={progress * 100}
          aria-label="Counting the values of the file"
        />
      </Columns>
    );
  }
  const listed = LISTED.filter((key) => columnsOf(settings, key));
  return (
    <Columns gap={3}>
      <Typography variant="body2" color="textSecondary">
        {facts.isWhole
          ? `Counted in all ${plural(facts.rows, 'row', 'rows')} of the file.`
          : `Counted in the first ${plural(facts.rows, 'row', 'rows')}: the file is larger. What comes later keeps its value unless it is listed here.`}
      </Typography>
      {listed.length === 0 && (
        <Typography variant="body2">
          No column has statuses, batches or projects: there is nothing to answer here.
        </Typography>
      )}
      {listed.map((key) => (
        <ValueTable
          key={key}
          field={key}
          plan={plan}
          settings={settings}
          facts={facts}
          onChange={(next) => onChange({ settings: next })}
        />
      ))}
    </Columns>
  );
}

interface ValueTableProps {
  field: FieldKey;
  plan: Plan;
  settings: FormatSettings;
  facts: FileFacts;
  onChange: (settings: FormatSettings) => void;
}

type Counted = readonly [text: string, count: number];

function ValueTable(table: ValueTableProps) {
  const { field, facts } = table;
  const counted = [...(facts.values.get(field) ?? [])];
  const label = labelOf(field);
  return (
    <section aria-label={label}>
      <Typography variant="subtitle1" component="h3" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      {counted.length >= MAX_VALUES && (
        <Typography variant="body2" color="textSecondary">
          The first {formatCount(MAX_VALUES)} values are listed.
        </Typography>
      )}
      <PlainTable
        label={`Values of ${label}`}
        columns={tableColumns(table)}
        rows={counted}
        rowKey={([text]) => text}
        {...(counted.length > 12 && { maxHeight: 520 })}
      />
    </section>
  );
}

function tableColumns({ onChange, ...table }: ValueTableProps): readonly PlainColumn<Counted>[] {
  const { field, settings } = table;
  return [
    {
      head: 'In the file',
      cell: ([text]) => text,
      sx: { overflowWrap: 'anywhere', minWidth: 104 },
    },
    { head: 'Rows', cell: ([, count]) => formatCount(count), numeric: true },
    {
      head: 'Becomes',
      cell: ([text]) => (
        <Meaning
          {...table}
          text={text}
          onChange={(value) => onChange(withValue(settings, field, text, value))}
        />
      ),
      sx: { width: { xs: '52%', sm: 300 } },
    },
  ];
}

interface MeaningProps {
  field: FieldKey;
  plan: Plan;
  settings: FormatSettings;
  text: string;
  onChange: (value: string | number | null) => void;
}

const NOTHING = '\u0000';

/** What one text of the file means. */
function Meaning({ field, plan, settings, text, onChange }: MeaningProps) {
  const given = valueOf(columnsOf(settings, field), text);
  const label = `${labelOf(field)} of ${text}`;
  if (isChoiceField(field)) {
    const value = given === undefined ? text : given;
    const known = VALUES_OF[field].map((one) => ({ value: one, label: statusTitle(one) }));
    const isUnknown = !isKnownValue(field, text);
    return (
      <SelectField
        fullWidth
        size="small"
        value={value === null ? NOTHING : String(value)}
        options={[
          ...known,
          ...(isUnknown ? [{ value: text, label: `${text}, as it is` }] : []),
          { value: NOTHING, label: 'No value, like an empty cell' },
        ]}
        onChange={(next) => onChange(next === NOTHING ? null : next)}
        helperText={
          field === 'status' && value !== null ? `Counts as: ${countsAs(String(value))}` : undefined
        }
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': label } } }}
      />
    );
  }
  if (field === 'project_id') {
    return (
      <SelectField
        fullWidth
        size="small"
        value={typeof given === 'number' ? String(given) : ''}
        none="Not known here"
        options={plan.around.projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange(id === '' ? text : Number(id))}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } },
        }}
      />
    );
  }
  if (field === 'turing_project_id') return <NumberedProject {...{ plan, text }} />;
  if (field !== 'batch_name') return text;
  return (
    <TextField
      fullWidth
      size="small"
      value={String(given ?? text)}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { 'aria-label': label } }}
    />
  );
}

/** The project with a number, or where one gets it. */
function NumberedProject({ plan, text }: Pick<MeaningProps, 'plan' | 'text'>) {
  const { projects, projectId } = plan.around;
  const named = projects.find(({ turing_project_id: number }) => String(number) === text);
  if (named) return named.name;
  const open = projects.find(({ id, turing_project_id: number }) => id === projectId && !number);
  return (
    <>
      No project has this number.{' '}
      {open && (
        <Link href={paths.adminProject(open.id)} target="_blank">
          {`Give it to ${open.name}: Edit`}
        </Link>
      )}
    </>
  );
}
