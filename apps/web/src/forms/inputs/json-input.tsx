import { Box, FormHelperText, Skeleton, Typography } from '@mui/material';
import { Suspense, useId } from 'react';
import { textOf, type InputProps } from './input-props';
import { lazyPart } from '../../ui/lazy-part';

const JsonEditor = lazyPart(() => import('./json-editor'));

/** A JSON object with an editor, which is loaded on first use. */
export function JsonInput({ label, value, onChange, onBlur, error, hint }: InputProps) {
  const helpId = useId();
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      <Typography
        variant="body2"
        color={error === undefined ? 'textSecondary' : 'error'}
        sx={{ mb: 0.5 }}
      >
        {label}
      </Typography>
      <Suspense fallback={<Skeleton variant="rounded" height={220} />}>
        <JsonEditor
          label={label}
          value={textOf(value)}
          onChange={onChange}
          onBlur={() => onBlur?.()}
          invalid={error !== undefined}
          describedBy={helpId}
        />
      </Suspense>
      <FormHelperText id={helpId} error={error !== undefined}>
        {error ?? hint ?? 'A JSON object'}
      </FormHelperText>
    </Box>
  );
}
