import { Chip, Typography } from '@mui/material';
import type { ImportRules } from '@portal/contracts/import-rules';
import { Row } from '../../../ui/layout';
import { RULE_LABELS, shareTexts } from './rules-text';
import { Fact, Facts } from '../../../ui/facts';

/** More values are shown as their number. */
const MOST_VALUES = 30;

/** The rules that a project has, each with its name. */
export function RulesList({ rules }: { rules: ImportRules }) {
  const { required, statuses, target_models, batches } = rules;
  const shares = shareTexts(rules);
  return (
    <Facts width={260}>
      {required.length > 0 && <Values name={RULE_LABELS.required} values={required} />}
      {statuses && <Values name={RULE_LABELS.statuses} values={statuses} />}
      {target_models && <Values name={RULE_LABELS.target_models} values={target_models} />}
      {batches && <Values name={RULE_LABELS.batches} values={batches} />}
      {shares.length > 0 && (
        <Fact name={RULE_LABELS.shares}>
          {shares.map((text) => (
            <Typography key={text} variant="body2">
              {text}
            </Typography>
          ))}
        </Fact>
      )}
    </Facts>
  );
}

function Values({ name, values }: { name: string; values: readonly (string | number)[] }) {
  const more = values.length - MOST_VALUES;
  return (
    <Fact name={name}>
      <Row wrap align="stretch" gap={0.75} sx={{ mt: 0.5 }}>
        {values.slice(0, MOST_VALUES).map((value) => (
          <Chip key={value} size="small" variant="outlined" label={value} />
        ))}
        {more > 0 && <Typography variant="body2">{`and ${more} more`}</Typography>}
      </Row>
    </Fact>
  );
}
