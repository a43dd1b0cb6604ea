/** The total of a table stands out from its rows. */
export const footerSx = {
  '& .MuiTableCell-root': { color: 'text.primary', fontWeight: 650, borderBottom: 0 },
} as const;
