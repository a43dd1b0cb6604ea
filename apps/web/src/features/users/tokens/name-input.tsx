import TextField from '@mui/material/TextField';

interface NameInputProps {
  value: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

/** The name of a token. */
export function NameInput({ value, onChange, error }: NameInputProps) {
  return (
    <TextField
      required
      fullWidth
      label="Name"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error ?? 'Says which program uses the token'}
    />
  );
}
