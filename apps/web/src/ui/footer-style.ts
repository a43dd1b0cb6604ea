/** Highlights the total row of a table. */
export const footerSx = {
  '& .MuiTableCell-root': { color: 'text.primary', fontWeight: 650, borderBottom: 0 },
} as const;
