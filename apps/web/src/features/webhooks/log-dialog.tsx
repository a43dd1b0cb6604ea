import { Box, Button, DialogContent, Skeleton, Typography } from '@mui/material';
import { DELIVERY_STATES, type Webhook, type WebhookDelivery } from '@portal/contracts/webhooks';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { browserNow } from '../../lib/use-now';
import { type PlainColumn, PlainTable } from '../../tables/plain-table';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { Instant } from '../../ui/instant';
import { Columns, Row } from '../../ui/layout';
import { QueryView } from '../../ui/query-view';
import { useDelivery, useDeliveryLog, useReplay, useReplayRange } from './api';
import { STATE_NAMES } from './names';
import { Preformatted } from '../../ui/preformatted';
import { SelectField } from '../../ui/inputs/select-field';

const DAY_MS = 24 * 60 * 60_000;

/** What became of the events at a webhook, with the answers; they can be sent again. */
export function LogDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<WebhookDelivery['state']>();
  const [after, setAfter] = useState<string | null>(null);
  const [shown, setShown] = useState<string>();
  const log = useDeliveryLog(webhook, { state, after });
  const range = useReplayRange(webhook);
  const choose = (value: string): void => {
    setState(DELIVERY_STATES.find((one) => one === value));
    setAfter(null);
  };
  return (
    <AppDialog title={`Log of ${webhook.name}`} width={1000} onClose={onClose}>
      <DialogContent>
        <Row wrap gap={1.5} justify="space-between" sx={{ mb: 2, pt: 1 }}>
          <SelectField
            size="small"
            label="State"
            value={state ?? ''}
            none="All"
            options={DELIVERY_STATES.map((one) => ({ value: one, label: STATE_NAMES[one] }))}
            onChange={choose}
            sx={{ width: 140 }}
          />
          <Button
            variant="outlined"
            size="small"
            disabled={!webhook.is_enabled || range.isPending}
            onClick={() =>
              range.mutate({
                from: new Date(browserNow() - DAY_MS).toISOString(),
                until: new Date(browserNow()).toISOString(),
                which: 'unsent',
              })
            }
          >
            Send what failed in a day again
          </Button>
        </Row>
        <QueryView
          query={log}
          pending={<Skeleton variant="rounded" height={240} />}
          failed="The log could not be loaded"
        >
          {({ items, next }) => (
            <>
              {items.length === 0 ? (
                <Typography color="textSecondary">
                  Nothing here. Events are kept for 30 days.
                </Typography>
              ) : (
                <Deliveries items={items} onShow={setShown} />
              )}
              <Row justify="flex-end" gap={1} sx={{ mt: 1 }}>
                {after !== null && <Button onClick={() => setAfter(null)}>Newest</Button>}
                {next !== null && <Button onClick={() => setAfter(next)}>Older</Button>}
              </Row>
            </>
          )}
        </QueryView>
        {shown !== undefined && <Delivery key={shown} webhook={webhook} eventId={shown} />}
      </DialogContent>
    </AppDialog>
  );
}

interface DeliveriesProps {
  items: readonly WebhookDelivery[];
  onShow: (eventId: string) => void;
}

function Deliveries({ items, onShow }: DeliveriesProps) {
  return (
    <PlainTable
      label="Deliveries"
      rows={items}
      rowKey={({ event_id: id }) => id}
      columns={columnsOf(onShow)}
      // So that all of it is on a phone.
      sx={{ '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } }}
    />
  );
}

const columnsOf = (onShow: (eventId: string) => void): readonly PlainColumn<WebhookDelivery>[] => [
  {
    head: 'Event',
    cell: ({ type, created_at: at }) => (
      <>
        {type}
        <Typography variant="caption" component="div" color="textSecondary">
          <Instant at={at} />
        </Typography>
      </>
    ),
  },
  { head: 'State', cell: (delivery) => <State delivery={delivery} /> },
  {
    head: 'Last answer',
    cell: ({ status, problem }) => problem ?? status ?? '–',
    sx: { overflowWrap: 'anywhere' },
  },
  {
    head: '',
    cell: ({ event_id: id, type }) => (
      <Button size="small" aria-label={`Answers to ${type}`} onClick={() => onShow(id)}>
        Answers
      </Button>
    ),
  },
];

function State({ delivery: { state, due_at: at } }: { delivery: WebhookDelivery }) {
  return (
    <>
      {STATE_NAMES[state]}
      {at !== null && (
        <Typography variant="caption" component="div" color="textSecondary">
          next try <Instant at={at} />
        </Typography>
      )}
    </>
  );
}

function Delivery({ webhook, eventId }: { webhook: Webhook; eventId: string }) {
  const delivery = useDelivery(webhook, eventId);
  const replay = useReplay(webhook);
  return (
    <QueryView
      query={delivery}
      pending={<Skeleton variant="rounded" height={120} sx={{ mt: 2 }} />}
      renderFailure={(error) => <Typography color="error">{messageOf(error, '')}</Typography>}
    >
      {({ type, payload, log, state }) => (
        <Columns component="section" gap={1.5} aria-label={`Answers to ${type}`} sx={{ mt: 2 }}>
          <Row wrap gap={1} justify="space-between">
            <Typography variant="subtitle2">{type}</Typography>
            <Button
              size="small"
              variant="outlined"
              disabled={!webhook.is_enabled || state === 'waiting' || replay.isPending}
              onClick={() => replay.mutate(eventId)}
            >
              Send it again
            </Button>
          </Row>
          <Text>{JSON.stringify(payload)}</Text>
          {log.length === 0 && <Typography color="textSecondary">It was not tried yet.</Typography>}
          {log.map(({ at, took_ms: took, status, answer, problem }) => (
            <Box key={at}>
              <Typography variant="body2">
                <Instant at={at} /> · {took} ms · {problem ?? `It answered ${status}`}
              </Typography>
              {answer !== null && answer !== '' && <Text>{answer}</Text>}
            </Box>
          ))}
        </Columns>
      )}
    </QueryView>
  );
}

function Text({ children }: { children: string }) {
  return <Preformatted>{children}</Preformatted>;
}
