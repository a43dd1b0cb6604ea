import { zodResolver } from '@hookform/resolvers/zod';
import { type Alert, ALERT_NUMBERS, type NewAlert } from '@portal/contracts/alerts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { changedFields } from '../../forms/conflict';
import { type FormField, labelIn } from '../../forms/field';
import { FormInput } from '../../forms/form-input';
import type { InputProps } from '../../forms/inputs/input-props';
import { ListInput } from '../../forms/inputs/list-input';
import { SelectInput } from '../../forms/inputs/select-input';
import { SwitchInput } from '../../forms/inputs/switch-input';
import { TextInput } from '../../forms/inputs/text-input';
import { useVersionedForm } from '../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../forms/versioned-form-dialog';
import {
  type AlertChoices,
  columnsKey,
  fetchAlert,
  type Named,
  useAlertChoices,
  useCreateAlert,
  useStatColumns,
  useUpdateAlert,
} from './api';
import { alertFormSchema, type AlertValues, valuesOf } from './alert-values';
import { ColumnInput, ParametersInput } from './parameters-input';
import { NUMBER_WORDS, parametersWords } from './words';

interface AlertDialogProps {
  projectId: number;
  /** The alert to edit; a new one if absent. */
  alert?: Alert;
  /** The statistic that a new one looks at first. */
  statId?: number;
  onClose: () => void;
}

/** Creates or edits an alert. */
export default function AlertDialog({ projectId, alert, statId, onClose }: AlertDialogProps) {
  const client = useQueryClient();
  const resolver = useMemo(
    () => zodResolver(alertFormSchema((id) => client.getQueryData(columnsKey(projectId, id)))),
    [client, projectId],
  );
  const choices = useAlertChoices(projectId);
  const fields = fieldsOf(choices);
  const versioned = useVersionedForm<Alert, AlertValues, NewAlert>({
    item: alert,
    fields,
    valuesOf: (stored) => valuesOf(stored, statId),
    resolver,
    // Muting has a button of its own.
    changeOf: (before, { muted_until: _muted, ...output }) => changedFields(before, output),
    fetchCurrent: fetchAlert,
    create: useCreateAlert(projectId),
    update: useUpdateAlert(projectId),
    failed: 'The alert could not be saved',
    onDone: onClose,
  });
  return (
    <VersionedFormDialog
      title={alert ? 'Edit alert' : 'New alert'}
      width={800}
      columns={2}
      form={versioned}
      onClose={onClose}
    >
      <Inputs projectId={projectId} fields={fields} stats={choices.stats} />
    </VersionedFormDialog>
  );
}

interface InputsProps {
  projectId: number;
  fields: readonly FormField<keyof AlertValues>[];
  stats: AlertChoices['stats'];
}

/** Those that the choices of the others need. */
function Inputs({ projectId, fields, stats }: InputsProps) {
  const [source, take, condition] = useWatch<AlertValues, ['stat_id', 'take', 'condition']>({
    name: ['stat_id', 'take', 'condition'],
  });
  const isStat = source.startsWith('stat:');
  const statId = isStat ? Number(source.slice(5)) : undefined;
  const columns = useStatColumns(projectId, statId);
  const parameters = stats.find(({ id }) => id === statId)?.parameters ?? [];
  const hidden: Partial<Record<keyof AlertValues, boolean>> = {
    take: !isStat,
    column_name: !isStat || take === 'rows',
    key_column: !isStat || condition === 'no_rows',
    parameters: parameters.length === 0,
    days: source !== 'number:waiting_reviews',
    limit_value: condition === 'no_rows',
    fires_after: condition === 'changed_by',
  };
  return fields
    .filter(({ name }) => !hidden[name])
    .map((field) => {
      const { name } = field;
      if (name === 'parameters') {
        return (
          <FormInput key={name} field={field}>
            {(props) => <ParametersInput {...props} {...{ projectId, parameters }} />}
          </FormInput>
        );
      }
      if (name !== 'column_name' && name !== 'key_column') {
        return <FormInput key={name} field={field} />;
      }
      return (
        <FormInput key={name} field={field}>
          {(props) => <ColumnInput {...props} columns={columns} numeric={name === 'column_name'} />}
        </FormInput>
      );
    });
}

const TAKES = [
  { value: 'value', label: 'The first value of a column' },
  { value: 'sum', label: 'The sum of a column' },
  { value: 'rows', label: 'The number of rows' },
];
const CONDITIONS = [
  { value: 'above', label: 'It is above the limit' },
  { value: 'below', label: 'It is below the limit' },
  { value: 'changed_by', label: 'It changes by at least so many percent' },
  { value: 'no_rows', label: 'There are no rows' },
];

function fieldsOf({
  stats,
  users,
  roles,
  pods,
  isSlackSetUp,
}: AlertChoices): readonly FormField<keyof AlertValues>[] {
  const sources = [
    ...stats.map(({ id, name }) => ({ value: `stat:${id}`, label: name })),
    ...ALERT_NUMBERS.map((number) => ({ value: `number:${number}`, label: NUMBER_WORDS[number] })),
  ];
  return [
    { name: 'name', label: 'Name', required: true },
    {
      name: 'stat_id',
      label: 'Looks at',
      required: true,
      covers: ['number'],
      input: (props) => <SelectInput {...props} options={sources} />,
    },
    {
      name: 'take',
      label: 'Takes',
      input: (props) => <SelectInput {...props} options={TAKES} />,
      show: labelIn(TAKES),
    },
    { name: 'column_name', label: 'Column', hint: 'Of the result, with numbers', required: true },
    { name: 'key_column', label: 'For each', hint: 'A column: each value has its own state' },
    {
      name: 'parameters',
      label: 'Filters of the statistic',
      hint: 'It is evaluated with these, whatever its viewers choose',
      wide: true,
      show: (value) => parametersWords(value),
    },
    {
      name: 'days',
      label: 'Days',
      hint: 'Counts the tasks that wait for more days than this',
      required: true,
      input: numberInput,
    },
    {
      name: 'condition',
      label: 'Fires when',
      input: (props) => <SelectInput {...props} options={CONDITIONS} />,
      show: labelIn(CONDITIONS),
    },
    { name: 'limit_value', label: 'Limit', required: true, input: numberInput },
    {
      name: 'fires_after',
      label: 'Fires after',
      hint: 'Evaluations in a row, at least a minute apart',
      input: numberInput,
    },
    {
      name: 'recovers_after',
      label: 'Recovers after',
      hint: 'Evaluations in a row',
      input: numberInput,
    },
    recipients('user_ids', 'Tells people', users),
    recipients('role_ids', 'Tells roles', roles),
    recipients('pod_ids', 'Tells the members of pods', pods),
    {
      name: 'slack_channel',
      label: 'Slack channel',
      hint:
        isSlackSetUp === false
          ? 'Slack is not set up in the portal: nothing goes there'
          : 'Its ID (C…) or #name. Invite the app of the portal there',
    },
    {
      name: 'is_active',
      label: 'Active',
      input: (props) => <SwitchInput {...props} label="Active: it is evaluated" />,
      show: (value) => (value === true ? 'Yes' : 'No'),
    },
  ];
}

const numberInput = (props: InputProps) => <TextInput {...props} type="number" />;

function recipients(
  name: 'user_ids' | 'role_ids' | 'pod_ids',
  label: string,
  all: readonly Named[],
): FormField<keyof AlertValues> {
  const names = new Map(all.map((one) => [String(one.id), one.name]));
  const nameOf = (id: string): string => names.get(id) ?? `No. ${id}`;
  return {
    name,
    label,
    input: (props) => <ListInput {...props} options={[...names.keys()]} textFor={nameOf} />,
    show: (ids) =>
      [ids]
        .flat()
        .map((id) => nameOf(String(id)))
        .join(', ') || '–',
  };
}
