import { Alert, AlertTitle, Button, FormControlLabel, Switch, Typography } from '@mui/material';
import { SelectField } from '../../../../ui/inputs/select-field';
import { Columns } from '../../../../ui/layout';
import { useUploadStore } from '../upload-store';
import { sourcesOf } from './draft';
import { labelOf } from './field-words';
import type { Plan } from './plan';
import { answersOf, doubtsOf, guessedAnswers } from './read-plan';

/** What a file was recognised as, so that it needs no questions. */
export function Recognised({ plan }: { plan: Plan }) {
  const setPlan = useUploadStore((state) => state.setPlan);
  const { send, sample, isPlain } = plan;
  const doubts = send.kind === 'plain' ? doubtsOf(sample) : [];
  const change = () => {
    const answers = send.kind === 'format' ? answersOf(send.format) : guessedAnswers(plan);
    setPlan({ ...plan, send: answers });
  };
  return (
    <Columns gap={2}>
      <Alert
        severity={doubts.length > 0 ? 'warning' : 'success'}
        role="status"
        action={
          <Button color="inherit" size="small" onClick={change}>
            Change
          </Button>
        }
      >
        <AlertTitle sx={{ mb: 0 }}>{readText(plan)}</AlertTitle>
        {constantsText(plan)}
        {doubts.map((doubt) => (
          <div key={doubt}>{doubt}</div>
        ))}
      </Alert>
      <OtherFormats plan={plan} />
      {isPlain && send.kind === 'plain' && sample.file === 'csv' && (
        <FormControlLabel
          control={
            <Switch
              checked={send.empty === 'clear'}
              onChange={(_event, clears) =>
                setPlan({ ...plan, send: { kind: 'plain', empty: clears ? 'clear' : 'keep' } })
              }
            />
          }
          label={
            <>
              Empty cells clear stored values
              <Typography variant="caption" color="textSecondary" component="div">
                Otherwise a stored task keeps the value of a field whose cell is empty.
              </Typography>
            </>
          }
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </Columns>
  );
}

function readText({ send }: Plan): string {
  if (send.kind === 'format') {
    return `Read as format '${send.format.name}', version ${send.format.format_version}`;
  }
  return "Read in the portal's own names: its columns need no questions";
}

/** 'All rows: Project Apollo, Batch May': what a format says instead of the file; '' for nothing. */
function constantsText({ send, around }: Plan): string {
  if (send.kind !== 'format') return '';
  const constants = [...sourcesOf(send.format.settings)].flatMap(([key, source]) => {
    if (!('constant' in source) || source.constant === null) return [];
    const project = around.projects.find(
      ({ id }) => key === 'project_id' && id === source.constant,
    );
    return [`${labelOf(key)} ${project?.name ?? source.constant}`];
  });
  return constants.length === 0 ? '' : `All rows: ${constants.join(', ')}`;
}

/** The other ways in which the same columns can be read; nothing if there is only one. */
function OtherFormats({ plan }: { plan: Plan }) {
  const setPlan = useUploadStore((state) => state.setPlan);
  const { fitting, isPlain, send, around } = plan;
  if (fitting.length + (isPlain ? 1 : 0) < 2) return null;
  const projectOf = (id: number) =>
    around.projects.find((project) => project.id === id)?.name ?? `project ${id}`;
  return (
    <SelectField
      label="Read the file as"
      size="small"
      value={send.kind === 'format' ? String(send.format.id) : PLAIN}
      options={[
        ...fitting.map(({ id, name, format_version: version, project_id: projectId }) => ({
          value: String(id),
          label: `${name}, version ${version} (${projectOf(projectId)})`,
        })),
        ...(isPlain ? [{ value: PLAIN, label: "The portal's own names" }] : []),
      ]}
      onChange={(value) => {
        const format = fitting.find(({ id }) => String(id) === value);
        setPlan({
          ...plan,
          send: format ? { kind: 'format', format } : { kind: 'plain', empty: 'keep' },
        });
      }}
      sx={{ maxWidth: 480 }}
    />
  );
}

const PLAIN = 'plain';
