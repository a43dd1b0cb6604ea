import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';

/** The safe part of CommonMark: HTML is text, pictures are their names, and links lead to https alone. */
export function Markdown({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      component="div"
      sx={(theme) => ({
        overflowWrap: 'anywhere',
        '& > :first-of-type': { mt: 0 },
        '& > :last-child': { mb: 0 },
        '& p, & ul, & ol, & pre, & blockquote': { my: 1 },
        '& ul, & ol': { pl: 3 },
        '& pre': {
          p: 1,
          overflow: 'auto',
          borderRadius: 1,
          backgroundColor: theme.vars.palette.surface.sunken,
        },
        '& code': { fontSize: 12 },
        '& blockquote': {
          mx: 0,
          pl: 1.5,
          borderLeft: `3px solid ${theme.vars.palette.line.soft}`,
        },
      })}
    >
      <ReactMarkdown
        disallowedElements={['img']}
        urlTransform={(url) => (/^https:\/\//i.test(url) ? url : null)}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </Typography>
  );
}

/** The panel has headings of its own. */
function Heading({ children }: { children?: ReactNode }) {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

const COMPONENTS: Components = {
  ...{ h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading },
  a: ({ href, children }) =>
    href === undefined ? (
      children
    ) : (
      <Link href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </Link>
    ),
};
