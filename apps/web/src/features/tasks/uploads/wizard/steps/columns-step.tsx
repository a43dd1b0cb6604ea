import {
  type FormatSettings,
  FILE_ENCODINGS,
  FILE_SEPARATORS,
} from '@portal/contracts/file-formats';
import { ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { Columns, Row } from '../../../../../ui/layout';
import { asReviews, columnsOf, usesOf, withoutEmptyReview } from '../draft';
import { FirstRows } from '../first-rows';
import { guessSettings, withForms } from '../guess/guess-settings';
import type { Sample, Told } from '../read/sample';
import { ColumnList } from './column-list';
import { Constants } from './constants';
import type { StepProps } from './step-props';
import { SelectField } from '../../../../../ui/inputs/select-field';
import { useUploadStore } from '../../upload-store';
import type { Plan } from '../plan';
import { readAgain } from '../read-plan';

const ENCODING_NAMES: Readonly<Record<(typeof FILE_ENCODINGS)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (older Excel)',
};

const SEPARATOR_NAMES: Readonly<Record<(typeof FILE_SEPARATORS)[number], string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
};

/** What each column of the file becomes, with the first rows as they are read. */
export function ColumnsStep({ file, plan, answers, onChange }: StepProps) {
  const { sample } = plan;
  const { settings } = answers;
  const change = (next: typeof settings) => onChange({ settings: next });
  return (
    <Columns gap={2.5}>
      <Row wrap gap={2} justify="space-between">
        <Typography variant="body2" color="textSecondary">
          {readText(usesOf(settings).size, sample.headers.length)}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={settings.rows}
          aria-label="What a row is"
          onChange={(_event, rows: typeof settings.rows | null) =>
            rows &&
            change(rows === 'reviews' ? asReviews(settings) : guessSettings(sample, plan.around))
          }
        >
          <ToggleButton value="tasks">A row is a task</ToggleButton>
          <ToggleButton value="reviews">A row is a review</ToggleButton>
        </ToggleButtonGroup>
      </Row>
      <ReadingChoice file={file} plan={plan} />
      <Columns gap={2.5} columns={{ lg: [5, 6] }} sx={{ alignItems: 'start' }}>
        <ColumnList
          sample={sample}
          settings={settings}
          onChange={(next) => change(withoutEmptyReview(withNewForms(next, settings, sample)))}
        />
        <FirstRows plan={plan} settings={settings} />
      </Columns>
      <Constants plan={plan} settings={settings} onChange={change} />
    </Columns>
  );
}

function readText(used: number, all: number): string {
  const read = `${used} of ${all} columns are read`;
  return used === all ? `${read}.` : `${read}; the others are ignored.`;
}

/** Another column of times may count in another unit. */
function withNewForms(next: FormatSettings, before: FormatSettings, sample: Sample) {
  const [now, then] = [next, before].map((one) => columnsOf(one, 'duration_minutes')?.columns[0]);
  return now === undefined || now === then ? next : withForms(next, sample);
}

/** The encoding and the separator as they were guessed, to be changed: then the file is read again. */
function ReadingChoice({ file, plan }: { file: File; plan: Plan }) {
  const { sample } = plan;
  const change = async (told: Told) => {
    const next = await readAgain(file, plan, told);
    const { plan: now, setPlan } = useUploadStore.getState();
    if (next && now !== undefined && now !== 'reading') setPlan(next);
  };
  return (
    <Row wrap gap={1.5}>
      <SelectField
        size="small"
        label="Encoding"
        value={sample.encoding}
        options={FILE_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
        onChange={(value) => {
          const encoding = FILE_ENCODINGS.find((one) => one === value);
          if (encoding) void change({ encoding });
        }}
        sx={{ minWidth: 190 }}
      />
      {sample.file === 'csv' && sample.separator !== null && (
        <SelectField
          size="small"
          label="Between cells"
          value={sample.separator}
          options={FILE_SEPARATORS.map((value) => ({ value, label: SEPARATOR_NAMES[value] }))}
          onChange={(value) => {
            const separator = FILE_SEPARATORS.find((one) => one === value);
            if (separator) void change({ separator });
          }}
          sx={{ minWidth: 140 }}
        />
      )}
    </Row>
  );
}
