import {
  Alert,
  Autocomplete,
  Button,
  Radio,
  RadioGroup,
  FormControl,
  FormControlLabel,
  FormLabel,
  TextField,
  Typography,
} from '@mui/material';
import {
  DECIMAL_SIGNS,
  DURATION_UNITS,
  INSTANT_FORMS,
  type InstantForm,
} from '@portal/contracts/file-formats';
import { INSTANT_EXAMPLES, instantReader } from '@portal/domain/file-format/instants';
import { isZoneName, profileZones } from '@portal/contracts/time-zones';
import { formatDay, formatZone } from '../../../../../lib/format';
import { userZoneName, useUserZone } from '../../../../../lib/user-zone';
import { SelectField } from '../../../../../ui/inputs/select-field';
import { Columns, Row } from '../../../../../ui/layout';
import { columnsOf, sourcesOf } from '../draft';
import { FirstRows } from '../first-rows';
import { guessDuration } from '../guess/numbers';
import { textsOf } from '../read/sample';
import type { StepProps } from './step-props';

const FORM_NAMES: Readonly<Record<InstantForm, string>> = {
  'year-first': 'Year first',
  'day-first': 'Day first',
  'month-first': 'Month first',
  'epoch-seconds': 'Seconds since 1970',
  'epoch-milliseconds': 'Milliseconds since 1970',
};
const UNIT_NAMES = { minutes: 'Minutes', hours: 'Hours', seconds: 'Seconds' } as const;
const SIGN_NAMES = { '.': 'Point, as in 1.5', ',': 'Comma, as in 1,5' } as const;

/** How the file writes times and numbers. */
export function TimesStep({ plan, answers, facts, onChange }: StepProps) {
  const { sample, around } = plan;
  const { settings, hasChosenInstants } = answers;
  const hasInstants = [...sourcesOf(settings)].some(
    ([key, source]) => key.endsWith('_at') && 'columns' in source,
  );
  const duration = columnsOf(settings, 'duration_minutes')?.columns[0];
  const guess =
    duration === undefined ? undefined : guessDuration(duration, textsOf(sample, duration));
  const ambiguous = facts?.instants.ambiguous;
  const example = timeWithoutZone(plan, settings);
  useUserZone();
  const ownZone = userZoneName();
  const set = (change: Partial<typeof settings>) =>
    onChange({ settings: { ...settings, ...change } });
  return (
    <Columns gap={2.5}>
      {hasInstants && ambiguous !== undefined && (
        <FormControl>
          <FormLabel id="day-or-month">
            Day first or month first? {ambiguous} can be either.
          </FormLabel>
          <RadioGroup
            aria-labelledby="day-or-month"
            value={hasChosenInstants ? settings.instants : ''}
            onChange={(_event, value) => {
              const form = INSTANT_FORMS.find((one) => one === value);
              if (form) {
                onChange({ settings: { ...settings, instants: form }, hasChosenInstants: true });
              }
            }}
          >
            {facts?.instants.fitting.map((form) => (
              <FormControlLabel
                key={form}
                value={form}
                control={<Radio size="small" />}
                label={`${FORM_NAMES[form]}: ${asDay(ambiguous, form)}`}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
      <Row wrap gap={1.5} align="flex-start">
        {hasInstants && (
          <>
            <SelectField
              size="small"
              label="Dates and times"
              value={settings.instants}
              options={INSTANT_FORMS.map((value) => ({
                value,
                label: `${FORM_NAMES[value]}, as in ${INSTANT_EXAMPLES[value]}`,
              }))}
              onChange={(value) => {
                const form = INSTANT_FORMS.find((one) => one === value);
                if (form) {
                  onChange({ settings: { ...settings, instants: form }, hasChosenInstants: true });
                }
              }}
              sx={{ minWidth: { xs: '100%', sm: 320 } }}
            />
            <Autocomplete
              size="small"
              disableClearable
              options={zonesOf(around.reportingZone)}
              value={settings.time_zone}
              onChange={(_event, zone) => set({ time_zone: zone })}
              renderInput={(params) => (
                <TextField
                  {...params}
                  label="Time zone of the file"
                  helperText="For times without a zone in the file"
                />
              )}
              sx={{ width: { xs: '100%', sm: 280 } }}
            />
          </>
        )}
        <SelectField
          size="small"
          label="Decimal sign"
          value={settings.decimal}
          options={DECIMAL_SIGNS.map((value) => ({ value, label: SIGN_NAMES[value] }))}
          onChange={(value) => {
            const decimal = DECIMAL_SIGNS.find((one) => one === value);
            if (decimal) set({ decimal });
          }}
          sx={{ minWidth: 170 }}
        />
        {duration !== undefined && (
          <SelectField
            size="small"
            label={`Unit of ${duration}`}
            value={settings.duration}
            options={DURATION_UNITS.map((value) => ({ value, label: UNIT_NAMES[value] }))}
            onChange={(value) => {
              const unit = DURATION_UNITS.find((one) => one === value);
              if (unit) set({ duration: unit });
            }}
            sx={{ minWidth: 190 }}
          />
        )}
      </Row>
      {example !== undefined && ownZone !== settings.time_zone && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={() => set({ time_zone: ownZone })}>
              Read as {formatZone(ownZone)}
            </Button>
          }
        >
          The times have no zone. {example} is read as {formatZone(settings.time_zone)}; your own
          zone is {formatZone(ownZone)}.
        </Alert>
      )}
      {guess?.because && (
        <Alert severity="info">
          The time spent is read in {settings.duration}, because {guess.because}. If that is wrong,
          change the unit above. It is kept in minutes.
        </Alert>
      )}
      {!hasInstants && duration === undefined && (
        <Typography variant="body2">The file has no column with times.</Typography>
      )}
      <FirstRows plan={plan} settings={settings} />
    </Columns>
  );
}

/** A time of the first rows that says neither its zone nor its offset; undefined if there is none. */
function timeWithoutZone(
  { sample }: StepProps['plan'],
  settings: StepProps['answers']['settings'],
): string | undefined {
  if (settings.instants.startsWith('epoch')) return undefined;
  return [...sourcesOf(settings)]
    .flatMap(([key, source]) => (key.endsWith('_at') && 'columns' in source ? source.columns : []))
    .flatMap((column) => textsOf(sample, column))
    .find((text) => /\d:\d\d/.test(text) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim()));
}

/** The day of an instant as it reads in one form. */
function asDay(text: string, form: InstantForm): string {
  const instant = instantReader(form, 'UTC')(text);
  return instant === undefined ? text : formatDay(instant.slice(0, 10));
}

/** The reporting zone first. */
function zonesOf(reporting: string): string[] {
  return [reporting, ...profileZones().filter((zone) => zone !== reporting && isZoneName(zone))];
}
