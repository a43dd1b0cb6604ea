import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useController, type Control } from 'react-hook-form';
import { withSubject } from '../../../forms/server-errors';
import {
  FIELD_LABELS,
  type ProjectField,
  type ProjectFields,
  type ProjectValues,
  STATUSES,
  TYPES,
} from './project-values';

type FormControl = Control<ProjectValues, unknown, ProjectFields>;

const whole = { gridColumn: '1 / -1' } as const;

/** The inputs of a project. */
export function ProjectInputs({ control }: { control: FormControl }) {
  return (
    <>
      <Box sx={whole}>
        <Input control={control} name="name" maxLength={200} required />
      </Box>
      <Input control={control} name="status" choices={STATUSES} />
      <Input control={control} name="project_type" choices={TYPES} />
      <Input control={control} name="client" maxLength={200} />
      <Input
        control={control}
        name="turing_project_id"
        maxLength={16}
        hint="Its number in the files of tasks"
        inputMode="numeric"
      />
      <Box sx={whole}>
        <Input
          control={control}
          name="labeling_tool_base_path"
          maxLength={2000}
          hint="Start of the URL of a task in the labeling tool, such as https://label.example.com/task/"
          inputMode="url"
        />
      </Box>
      <Box sx={whole}>
        <Input control={control} name="description" maxLength={5000} multiline minRows={3} />
      </Box>
    </>
  );
}

interface InputProps extends Pick<TextFieldProps, 'required' | 'multiline' | 'minRows'> {
  control: FormControl;
  name: ProjectField;
  choices?: readonly { readonly value: string; readonly label: string }[];
  hint?: string;
  maxLength?: number;
  inputMode?: 'numeric' | 'url';
}

function Input({ control, name, choices, hint, maxLength, inputMode, ...look }: InputProps) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, ...input } = field;
  const message = fieldState.error?.message;
  return (
    <TextField
      {...look}
      {...input}
      value={value ?? ''}
      inputRef={ref}
      fullWidth
      select={choices !== undefined}
      label={FIELD_LABELS[name]}
      error={message !== undefined}
      helperText={message === undefined ? hint : withSubject(FIELD_LABELS[name], message)}
      {...(look.multiline && { maxRows: 8 })}
      slotProps={{ htmlInput: { maxLength, inputMode } }}
    >
      {choices?.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
