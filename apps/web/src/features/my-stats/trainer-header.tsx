import { Box, Chip, Skeleton, Typography } from '@mui/material';
import type { UserTaskList } from '@portal/contracts/task-stats';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { MemberClock } from '../../ui/member-clock';
import { useDocumentTitle } from '../../ui/use-document-title';
import { UserPicture } from '../../ui/user-picture';
import { Row } from '../../ui/layout';

interface TrainerHeaderProps {
  email: string;
  /** Undefined while it loads, null without an account. */
  user: UserTaskList['user'] | undefined;
  /** Whether the user could not be loaded. */
  failed: boolean;
  actions: ReactNode;
}

/** Whose numbers the page shows: name, picture, email, time zone and pods. */
export function TrainerHeader({ email, user, failed, actions }: TrainerHeaderProps) {
  useDocumentTitle(user ? `${user.name} · Trainer Stats` : 'Trainer Stats');
  return (
    <Row component="header" wrap justify="space-between" gap={2} sx={{ mb: 3 }}>
      <Row gap={2} sx={{ minWidth: 0 }}>
        <UserPicture
          user={user ? { name: user.name, email, picture: user.picture } : undefined}
          size={56}
        />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {user === undefined && !failed ? (
              <Skeleton width={200} aria-label="Loading" />
            ) : (
              (user?.name ?? email)
            )}
          </Typography>
          <Row wrap sx={{ columnGap: 1.5, rowGap: 0.5 }}>
            {user !== null && !(failed && user === undefined) && (
              <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {email}
              </Typography>
            )}
            {user === null && (
              <Typography color="textSecondary">No account in the portal</Typography>
            )}
            {user?.pods.map((pod) => (
              <PodChip key={pod} name={pod} />
            ))}
            {user && <MemberClock zone={user.timezone} />}
          </Row>
        </Box>
      </Row>
      {actions}
    </Row>
  );
}

function PodChip({ name }: { name: string }) {
  const opens = useMay()(['pod-info-public-view']);
  return (
    <Chip
      size="small"
      label={name}
      {...(opens && { component: Link, to: paths.pod(name), clickable: true })}
    />
  );
}
