import { Box, Button, Typography } from '@mui/material';
import type { Alert } from '@portal/contracts/alerts';
import { useState } from 'react';
import { plural } from '../../lib/format';
import { browserNow, useNow } from '../../lib/use-now';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { SectionCard } from '../../ui/section-card';
import { TintedChip } from '../../ui/tinted-chip';
import { AlertHistoryList } from './alert-history';
import { useMuteAlert, useTestAlert } from './api';
import { ruleWords, STATE_COLORS, STATE_WORDS, valueWords } from './words';
import { SelectField } from '../../ui/inputs/select-field';

interface AlertCardProps {
  alert: Alert;
  /** Whether its history is open at first. */
  isOpen: boolean;
  mayManage: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One alert: what it looks at, its states, who is told, and what it did. */
export function AlertCard({ alert, isOpen, mayManage, onEdit, onDelete }: AlertCardProps) {
  const [isShown, setShown] = useState(isOpen);
  const test = useTestAlert();
  const { state, reason, evaluated_at: at, is_active: isActive } = alert;
  return (
    <Box ref={isOpen ? intoView : null} sx={{ scrollMarginTop: 80 }}>
      <SectionCard
        title={alert.name}
        actions={
          <TintedChip
            label={isActive ? STATE_WORDS[state] : 'Not active'}
            color={STATE_COLORS[isActive ? state : 'not_evaluated']}
          />
        }
      >
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {ruleWords(alert)}
        </Typography>
        {reason !== null && (
          <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
            {reason}
          </Typography>
        )}
        {alert.slack_problem !== null && (
          <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
            Slack channel {alert.slack_channel}: {alert.slack_problem}
          </Typography>
        )}
        <Keys alert={alert} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Tells {toldOf(alert)}.{' '}
          {at !== null && (
            <>
              Evaluated <Instant at={at} />.
            </>
          )}
        </Typography>
        {/* The words of the first button stand below those of the card. */}
        <Row wrap gap={1} sx={{ mt: 1.5, '& > button:first-of-type': { ml: -1.25 } }}>
          <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            History
          </Button>
          {mayManage && (
            <>
              <Button size="small" onClick={onEdit}>
                Edit
              </Button>
              {alert.slack_channel !== null && (
                <Button size="small" disabled={test.isPending} onClick={() => test.mutate(alert)}>
                  Send a test
                </Button>
              )}
              <Button size="small" color="error" onClick={onDelete}>
                Delete
              </Button>
            </>
          )}
          <Mute alert={alert} mayManage={mayManage} />
        </Row>
        {isShown && (
          <Box sx={{ mt: 1 }}>
            <AlertHistoryList alert={alert} />
          </Box>
        )}
      </SectionCard>
    </Box>
  );
}

/** The alert that a link names may be far down. */
function intoView(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'start' });
}

/** Keys that a card shows; the worst come first. */
const SHOWN_KEYS = 12;

function Keys({ alert: { keys, fires_after, recovers_after } }: { alert: Alert }) {
  if (keys.length === 0) return null;
  const more = keys.length - SHOWN_KEYS;
  return (
    <Row
      component="ul"
      aria-label="States"
      wrap
      align="stretch"
      gap={1}
      sx={{
        mt: 1.25,
        // A long name takes more lines, so that its value and state are there.
        '& .MuiChip-root': { height: 'auto' },
        '& .MuiChip-label': { whiteSpace: 'normal', overflowWrap: 'anywhere', py: '1px' },
      }}
    >
      {keys.slice(0, SHOWN_KEYS).map(({ key, state, evaluations, value }) => {
        const needed = state === 'pending' ? fires_after : recovers_after;
        const waits = evaluations > 0 ? ` ${evaluations} of ${needed}` : '';
        const name = key === null ? '' : `${key}: `;
        const shown = value === null ? '' : `${valueWords(value)} · `;
        return (
          <Box component="li" key={key ?? ''} sx={{ minWidth: 0, maxWidth: '100%' }}>
            <TintedChip
              color={STATE_COLORS[state]}
              label={`${name}${shown}${STATE_WORDS[state]}${waits}`}
            />
          </Box>
        );
      })}
      {more > 0 && (
        <Typography component="li" variant="body2">
          and {more} more
        </Typography>
      )}
    </Row>
  );
}

const HOURS = [1, 8, 24, 168];
const hoursWords = (hours: number): string =>
  hours < 24 ? plural(hours, 'hour', 'hours') : plural(hours / 24, 'day', 'days');

function Mute({ alert, mayManage }: { alert: Alert; mayManage: boolean }) {
  const mute = useMuteAlert(alert.project_id);
  const now = useNow(30_000);
  const { muted_until: until } = alert;
  const isMuted = until !== null && Date.parse(until) > now;
  if (isMuted) {
    return (
      <Row wrap gap={1}>
        <Typography variant="body2">
          Muted until <Instant at={until} />
        </Typography>
        {mayManage && (
          <Button size="small" onClick={() => mute.mutate({ alert, until: null })}>
            Unmute
          </Button>
        )}
      </Row>
    );
  }
  if (!mayManage) return null;
  return (
    <SelectField
      size="small"
      label="Mute for"
      value=""
      disabled={mute.isPending}
      options={HOURS.map((hours) => ({ value: String(hours), label: hoursWords(hours) }))}
      onChange={(hours) => {
        const ends = new Date(browserNow() + Number(hours) * 3_600_000);
        mute.mutate({ alert, until: ends.toISOString() });
      }}
      slotProps={{ htmlInput: { 'aria-label': `Mute ${alert.name} for` } }}
      sx={{ width: 120 }}
    />
  );
}

function toldOf(alert: Alert): string {
  const { user_ids: users, role_ids: roles, pod_ids: pods, slack_channel: channel } = alert;
  const parts = [
    users.length > 0 && plural(users.length, 'person', 'people'),
    roles.length > 0 && plural(roles.length, 'role', 'roles'),
    pods.length > 0 && plural(pods.length, 'pod', 'pods'),
    channel !== null && `the Slack channel ${channel}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'nobody' : parts.join(', ');
}
