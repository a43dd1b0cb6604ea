import Box from '@mui/material/Box';

interface ValueCellProps {
  /** Minus for what was there before, plus for what is there after. */
  sign: '−' | '+';
  text: string;
}

/** A value of a difference; long texts wrap, their lines stay. */
export function ValueCell({ sign, text }: ValueCellProps) {
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
