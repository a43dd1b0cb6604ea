import { Checkbox, FormControlLabel, Switch, TextField, Typography } from '@mui/material';
import { Columns, Row } from '../../../../../ui/layout';
import { SendOptions } from '../../send-options';
import { plainFileName } from '../guess/guess-settings';
import type { StepProps } from './step-props';

/** The name under which the answers are kept, what happens to rows with errors, and the buttons that send the file. */
export function SendStep({
  file,
  plan,
  answers,
  onChange,
  isSendable,
}: StepProps & { isSendable: boolean }) {
  const { around } = plan;
  const { settings, name, base } = answers;
  const project = around.projects.find(({ id }) => id === around.projectId);
  return (
    <Columns gap={2}>
      {project ? (
        <Row wrap gap={1.5}>
          <FormControlLabel
            control={
              <Checkbox
                checked={name !== ''}
                onChange={(_event, isKept) =>
                  onChange({ name: isKept ? (base?.name ?? plainFileName(file.name)) : '' })
                }
              />
            }
            label="Remember these answers as"
            slotProps={{ typography: { variant: 'body2' } }}
          />
          <TextField
            size="small"
            label="Name of the format"
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            sx={{ minWidth: 240 }}
          />
          <Typography variant="body2" color="textSecondary">
            {rememberedText(project.name, base?.name === name.trim())}
          </Typography>
        </Row>
      ) : (
        <Typography variant="body2" color="textSecondary">
          Select a project at the top of the page to remember these answers for it.
        </Typography>
      )}
      <FormControlLabel
        control={
          <Switch
            checked={settings.empty === 'clear'}
            onChange={(_event, clears) =>
              onChange({ settings: { ...settings, empty: clears ? 'clear' : 'keep' } })
            }
          />
        }
        label={
          <>
            Empty values clear stored values
            <Typography variant="caption" color="textSecondary" component="div">
              Otherwise a stored task keeps the value of a field that is empty in the file.
            </Typography>
          </>
        }
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <SendOptions isSendable={isSendable} />
    </Columns>
  );
}

function rememberedText(project: string, changes: boolean): string {
  const kept = `A format of ${project}: the next file with these columns needs no questions.`;
  return changes ? `${kept} It becomes the next version.` : kept;
}
