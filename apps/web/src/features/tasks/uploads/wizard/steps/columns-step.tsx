import type { FormatSettings } from '@portal/contracts/file-formats';
import { ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { Columns, Row } from '../../../../../ui/layout';
import { asReviews, columnsOf, usesOf, withoutEmptyReview } from '../draft';
import { FirstRows } from '../first-rows';
import { guessSettings, withForms } from '../guess/guess-settings';
import type { Sample } from '../read/sample';
import { ColumnList } from './column-list';
import { Constants } from './constants';
import { ReadingChoice } from './reading-choice';
import type { StepProps } from './step-props';

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
