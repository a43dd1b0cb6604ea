import OpenInNewIcon from '~icons/ic/baseline-open-in-new';
import { Link } from '@mui/material';

interface ExternalLinkProps {
  /** Null for a text without a link. */
  href: string | null;
  text: string;
  label?: string;
}

/** A link to another site in a new tab. */
export function ExternalLink({ href, text, label }: ExternalLinkProps) {
  if (href === null) return text;
  return (
    <Link
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      {...(label !== undefined && { 'aria-label': label })}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
    >
      {text}
      <OpenInNewIcon sx={{ fontSize: 14 }} aria-hidden />
    </Link>
  );
}
