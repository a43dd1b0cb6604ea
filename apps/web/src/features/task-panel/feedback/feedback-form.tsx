import { Alert, Box, Button, Checkbox, Chip, FormControlLabel } from '@mui/material';
import { MAX_FEEDBACK_WORDS, type ShownFeedback } from '@portal/contracts/feedback';
import type { OfferedReason } from '@portal/contracts/review-reasons';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { TextInput } from '../../../forms/inputs/text-input';
import { textOf } from '../../../forms/inputs/input-props';
import { serverErrors } from '../../../forms/server-errors';
import { detailOf } from '../../../lib/api-error';
import { formatCount } from '../../../lib/format';
import { randomId } from '../../../lib/random-id';
import { useSingle } from '../../../lib/use-single';
import { readDraft, writeDraft } from '../../../session/drafts';
import { Row } from '../../../ui/layout';
import { PendingButton } from '../../../ui/pending-button';
import { useAppeal, useEditFeedback, useGiveFeedback } from './api';
import { type Draft, keepFeedback, readFeedback } from './draft';

interface NewFeedbackFormProps {
  taskId: number;
  reasons: readonly OfferedReason[];
  /** Whether the form opens with 'Send back' ticked. */
  rework: boolean;
  onClose: () => void;
}

/** Writes feedback. What was typed is there again when the panel closed by mistake. */
export function NewFeedbackForm({ taskId, reasons, rework, onClose }: NewFeedbackFormProps) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...readFeedback(taskId), rework }));
  const appear = useCallback(
    (input: Field | null) => {
      focusAtOpening(input);
      if (input === null) return;
      // Between the first drawing of the form and its appearance keys may have come.
      const typed = readFeedback(taskId);
      if (typed.words !== '') setDraft((now) => ({ ...typed, rework: now.rework }));
    },
    [taskId],
  );
  const give = useGiveFeedback(taskId, ({ key }) => {
    // Not what was typed since, after the panel was closed and opened again.
    if (readFeedback(taskId).key === key) keepFeedback(taskId, undefined);
  });
  const send = useSingle(give);
  // Those of a draft may be archived by now.
  const chosen = draft.rework
    ? draft.reasons.filter((name) => reasons.some((one) => one.name === name))
    : [];
  const change = (part: Partial<Draft>): void => {
    // Another content is another request.
    const next = { ...draft, ...part, key: randomId() };
    setDraft(next);
    keepFeedback(taskId, next);
  };
  const close = (): void => {
    keepFeedback(taskId, undefined);
    onClose();
  };
  return (
    <Fields
      words={draft.words}
      onWords={(words) => change({ words })}
      inputRef={appear}
      submit={draft.rework ? 'Send back' : 'Send feedback'}
      sender={give}
      onSubmit={() => send({ ...draft, reasons: chosen }, close)}
      onCancel={close}
    >
      <FormControlLabel
        control={
          <Checkbox
            checked={draft.rework}
            onChange={(_event, checked) => change({ rework: checked })}
          />
        }
        label="Send the task back for rework"
      />
      {draft.rework && reasons.length > 0 && (
        <ReasonChips
          reasons={reasons}
          chosen={chosen}
          onChange={(next) => change({ reasons: next })}
        />
      )}
    </Fields>
  );
}

interface ReasonChipsProps {
  reasons: readonly OfferedReason[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Each reason is a button that is pressed or not. */
function ReasonChips({ reasons, chosen, onChange }: ReasonChipsProps) {
  return (
    <Row gap={1} wrap role="group" aria-label="Reasons">
      {reasons.map(({ name, meaning }) => {
        const isChosen = chosen.includes(name);
        const others = chosen.filter((one) => one !== name);
        return (
          <Chip
            key={name}
            label={name}
            title={meaning === '' ? name : meaning}
            size="small"
            color={isChosen ? 'primary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? others : [...others, name])}
          />
        );
      })}
    </Row>
  );
}

interface OfFeedbackProps {
  taskId: number;
  feedback: ShownFeedback;
  onClose: () => void;
}

/** The user of the task says why it should be looked at again. */
export function AppealForm({ taskId, feedback, onClose }: OfFeedbackProps) {
  const form = `appeal ${feedback.id}`;
  const [words, setWords] = useState(() => readDraft(form, z.string()) ?? '');
  const appeal = useAppeal(taskId, feedback.id, (sent) => {
    if (readDraft(form, z.string()) === sent) writeDraft(form, undefined);
  });
  const send = useSingle(appeal);
  const change = (next: string): void => {
    setWords(next);
    writeDraft(form, next === '' ? undefined : next);
  };
  const close = (): void => {
    change('');
    onClose();
  };
  return (
    <Fields
      name="Appeal"
      label="Why should it be reviewed again?"
      words={words}
      onWords={change}
      submit="Send appeal"
      sender={appeal}
      onSubmit={() => send(words, close)}
      onCancel={close}
    />
  );
}

/** @param offered the reasons of the project; one that is archived by now can be taken away */
export function EditFeedbackForm({
  taskId,
  feedback,
  offered,
  onClose,
}: OfFeedbackProps & { offered: readonly OfferedReason[] }) {
  const [words, setWords] = useState(feedback.words);
  const [reasons, setReasons] = useState(feedback.reasons);
  const former = feedback.reasons.filter((name) => !offered.some((one) => one.name === name));
  const shown = [...offered, ...former.map((name) => ({ name, meaning: '' }))];
  const edit = useEditFeedback(taskId, feedback.id);
  const send = useSingle(edit);
  return (
    <Fields
      words={words}
      onWords={setWords}
      submit="Save"
      sender={edit}
      onSubmit={() => send({ words, reasons }, onClose)}
      onCancel={onClose}
    >
      {feedback.is_rework && shown.length > 0 && (
        <ReasonChips reasons={shown} chosen={reasons} onChange={setReasons} />
      )}
    </Fields>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

interface FieldsProps {
  /** What the words are. */
  name?: string;
  label?: string;
  words: string;
  onWords: (words: string) => void;
  inputRef?: (input: Field | null) => void;
  submit: string;
  sender: { readonly isPending: boolean; readonly error: Error | null };
  onSubmit: () => void;
  onCancel: () => void;
  children?: React.ReactNode;
}

function Fields(props: FieldsProps) {
  const {
    name = 'Feedback',
    label = name,
    words,
    onWords,
    inputRef = focusAtOpening,
    submit,
    sender,
    onSubmit,
    onCancel,
    children,
  } = props;
  const { atFields, rest } = serverErrors(
    [{ name: 'words', label: name, covers: ['reasons'] }],
    sender.error,
  );
  const isTooLong = words.length > MAX_FEEDBACK_WORDS;
  const atWords = isTooLong
    ? `${name} must be at most ${formatCount(MAX_FEEDBACK_WORDS)} characters`
    : atFields[0]?.[1];
  const failure =
    sender.error && atFields.length === 0 ? detailOf(sender.error, 'Try again') : null;
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.currentTarget.requestSubmit();
        }
      }}
      sx={{ mt: 2, mb: 1.5 }}
    >
      <TextInput
        label={label}
        multiline
        minRows={4}
        value={words}
        onChange={(value) => onWords(textOf(value))}
        inputRef={inputRef}
        error={atWords}
        hint={`${formatCount(words.length)} of ${formatCount(MAX_FEEDBACK_WORDS)} characters. Markdown, Ctrl+Enter sends it.`}
      />
      {children}
      {failure !== null && (
        <Alert severity="error" sx={{ my: 1 }}>
          {[failure, ...rest].join(' ')}
        </Alert>
      )}
      <Row gap={1} sx={{ mt: 1 }}>
        <PendingButton
          type="submit"
          size="small"
          variant="contained"
          pending={sender.isPending}
          disabled={words.trim() === '' || isTooLong}
        >
          {submit}
        </PendingButton>
        <Button size="small" color="inherit" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </Box>
  );
}

/** One function for all renders: a new one would take the focus again at each change. */
function focusAtOpening(input: Field | null): void {
  input?.focus();
}
