import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { CHANNELS, type Choices, HOWS, howSchema } from '@portal/contracts/notifications';
import { Columns, Row } from '../../ui/layout';
import { NarrowPage } from '../../ui/narrow-page';
import { PageHeader } from '../../ui/page-header';
import { QueryView } from '../../ui/query-view';
import { useChoices, useChoose, useSendTest } from './api';
import { Digests } from './digests';
import { CHANNEL_NAMES, HOW_NAMES, KIND_NAMES } from './names';
import { SelectField } from '../../ui/inputs/select-field';

/** What goes out to the user by Slack and e-mail. */
export function ChoicesPage() {
  const query = useChoices();
  return (
    <NarrowPage>
      <PageHeader
        title="What you are told"
        subtitle="The portal tells you everything here. Choose what also goes out."
      />
      <QueryView
        query={query}
        pending={<Skeleton variant="rounded" height={420} />}
        failed="Failed to load your choices"
      >
        {(choices) => (
          <Columns gap={2.5}>
            <Channels choices={choices} />
            <Kinds choices={choices} />
            <Digests />
            <Hours choices={choices} />
          </Columns>
        )}
      </QueryView>
    </NarrowPage>
  );
}

function Channels({ choices: { channels } }: { choices: Choices }) {
  const test = useSendTest();
  return (
    <Card component="ul" aria-label="Channels">
      {channels.map(({ channel, is_set_up: isSetUp, problem }) => (
        <Row
          component="li"
          key={channel}
          wrap
          gap={1}
          justify="space-between"
          sx={{ px: 2.5, py: 1.5 }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="subtitle2">{CHANNEL_NAMES[channel]}</Typography>
            <Typography variant="body2" color={problem === null ? 'textSecondary' : 'error'}>
              {isSetUp ? (problem ?? 'Set up') : 'Not set up in this portal'}
            </Typography>
          </Box>
          {isSetUp && (
            <Button
              size="small"
              variant="outlined"
              disabled={test.isPending}
              aria-label={`Send a test by ${CHANNEL_NAMES[channel]}`}
              onClick={() => test.mutate(channel)}
            >
              Send a test
            </Button>
          )}
        </Row>
      ))}
    </Card>
  );
}

function Kinds({ choices: { choices, channels } }: { choices: Choices }) {
  const choose = useChoose();
  const kinds = [...new Set(choices.map(({ kind }) => kind))];
  const isSetUp = (wanted: string) =>
    channels.some((one) => one.channel === wanted && one.is_set_up);
  return (
    <Card component="ul" aria-label="Choices">
      {kinds.map((kind) => (
        <Row
          component="li"
          key={kind}
          wrap
          gap={1.5}
          justify="space-between"
          sx={{ px: 2.5, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <Typography variant="body2" sx={{ flex: '1 1 220px' }}>
            {KIND_NAMES[kind]}
          </Typography>
          <Row gap={1.5}>
            {CHANNELS.map((channel) => (
              <SelectField
                key={channel}
                size="small"
                label={CHANNEL_NAMES[channel]}
                value={
                  choices.find((one) => one.kind === kind && one.channel === channel)?.how ?? ''
                }
                disabled={!isSetUp(channel)}
                options={HOWS.map((how) => ({ value: how, label: HOW_NAMES[how] }))}
                onChange={(how) => choose.mutate({ kind, channel, how: howSchema.parse(how) })}
                slotProps={{
                  htmlInput: { 'aria-label': `${CHANNEL_NAMES[channel]}: ${KIND_NAMES[kind]}` },
                }}
                sx={{ width: 118 }}
              />
            ))}
          </Row>
        </Row>
      ))}
    </Card>
  );
}

function Hours({ choices }: { choices: Choices }) {
  const { time_zone: zone, quiet_from: from, quiet_to: to, daily_at: daily } = choices;
  return (
    <Typography variant="body2" color="textSecondary">
      Nothing goes out from {from}:00 to {to}:00; it waits. Daily messages go out at {daily}:00. The
      hours are those of {zone}. What you have read before is not sent. Your profile has your zone
      and your Slack ID.
    </Typography>
  );
}
