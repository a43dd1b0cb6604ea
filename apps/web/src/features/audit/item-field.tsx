import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface ItemFieldProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The id of an item; Enter or leaving the field applies it. */
export function ItemField({ value, onChange }: ItemFieldProps) {
  const [text, setText] = useState(value ?? '');
  function apply(): void {
    const next = text.trim() === '' ? null : text.trim();
    if (next !== value) onChange(next);
  }
  return (
    <TextField
      fullWidth
      label="Item ID"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}
