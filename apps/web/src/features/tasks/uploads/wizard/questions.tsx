import { Alert, Box, Button, Step, StepButton, Stepper } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { urlParam, useUrlState } from '../../../../lib/url-state';
import { Columns, Row } from '../../../../ui/layout';
import { useUploadStore } from '../upload-store';
import { isChoiceField, withUsualValues } from './guess/guess-settings';
import { type FileFacts, countFacts } from './facts';
import { keepAnswers } from './kept-answers';
import type { Answers, Plan } from './plan';
import { problemsOf, type Problem, STEPS, type Step as StepName, warningsOf } from './problems';
import type { StepProps } from './steps/step-props';
import { ColumnsStep } from './steps/columns-step';
import { SendStep } from './steps/send-step';
import { TimesStep } from './steps/times-step';
import { ValuesStep } from './steps/values-step';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { skipToken, useQuery } from '@tanstack/react-query';
import { sourcesOf } from './draft';

const URL_PARAMS = { step: urlParam(z.enum(STEPS), 'columns') };
const TITLES: Readonly<Record<StepName, string>> = {
  columns: 'Columns',
  values: 'Values',
  times: 'Times and numbers',
  send: 'Import',
};

interface QuestionsProps {
  file: File;
  plan: Plan;
  answers: Answers;
}

/** The wizard: what the columns, values and times of a file are. */
export function Questions({ file, plan, answers }: QuestionsProps) {
  const setPlan = useUploadStore((state) => state.setPlan);
  const [{ step }, setUrl] = useUrlState(URL_PARAMS);
  const { facts, progress } = useFacts(file, answers.settings);
  const completed = withFacts(answers, facts);
  useEffect(() => keepAnswers(file, completed), [file, completed]);
  const problems = problemsOf(completed, plan.sample, facts);
  const stepProps: StepProps = {
    ...{ file, plan, facts, answers: completed },
    onChange: (change) => setPlan({ ...plan, send: { ...completed, ...change } }),
  };
  const at = STEPS.indexOf(step);
  const panel = useRef<HTMLDivElement>(null);
  const goesTo = useRef<StepName>(null);
  const go = (to: StepName) => {
    goesTo.current = to;
    setUrl({ step: to });
  };
  useEffect(() => {
    // The browser's own back button restores where the page was.
    if (goesTo.current !== step) return;
    goesTo.current = null;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'start' });
  }, [step, goesTo]);
  return (
    <Columns gap={2.5}>
      <Stepper nonLinear alternativeLabel activeStep={at} aria-label="Questions about the file">
        {STEPS.map((name) => {
          const isOpen = problems.some((problem) => problem.step === name);
          return (
            <Step key={name} completed={STEPS.indexOf(name) < at && !isOpen}>
              <StepButton aria-label={TITLES[name]} onClick={() => go(name)}>
                {TITLES[name]}
              </StepButton>
            </Step>
          );
        })}
      </Stepper>
      <Box
        ref={panel}
        role="tabpanel"
        aria-label={TITLES[step]}
        tabIndex={-1}
        sx={{ outline: 'none', scrollMarginTop: 16 }}
      >
        {step === 'columns' && <ColumnsStep {...stepProps} />}
        {step === 'values' && <ValuesStep {...stepProps} progress={progress} />}
        {step === 'times' && <TimesStep {...stepProps} />}
        {step === 'send' && <SendStep {...stepProps} isSendable={problems.length === 0} />}
      </Box>
      <Told warnings={warningsOf(completed.settings, plan.sample, facts)} />
      <Problems problems={problems} step={step} onGo={go} />
      <Row justify="space-between" gap={1}>
        <Button disabled={at === 0} onClick={() => go(STEPS[at - 1] ?? step)}>
          Back
        </Button>
        {step !== 'send' && (
          <Button variant="contained" onClick={() => go(STEPS[at + 1] ?? step)}>
            Next
          </Button>
        )}
      </Row>
    </Columns>
  );
}

/** The answers with the usual meanings of all values of the file, and the form that all of its instants have. */
function withFacts(answers: Answers, facts: FileFacts | undefined): Answers {
  if (!facts) return answers;
  let { settings } = answers;
  for (const [key, values] of facts.values) {
    if (isChoiceField(key)) settings = withUsualValues(settings, key, values.keys());
  }
  const [likely] = facts.instants.fitting;
  const isOther = likely !== undefined && !facts.instants.fitting.includes(settings.instants);
  if (isOther && !answers.hasChosenInstants) settings = { ...settings, instants: likely };
  return settings === answers.settings ? answers : { ...answers, settings };
}

/** What a person should know, and what does not stop them. */
function Told({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert severity="warning" role="status">
      {warnings.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  step: StepName;
  onGo: (step: StepName) => void;
}

/** Why the file cannot be sent yet: at the end all of it, before that what the open step can mend. */
function Problems({ problems, step, onGo }: ProblemsProps) {
  // Also those that stayed open on the way here.
  const shown = problems.filter((problem) => STEPS.indexOf(problem.step) <= STEPS.indexOf(step));
  if (shown.length === 0) return null;
  return (
    <Alert severity="error" role="status">
      {shown.map((problem) => (
        <Row key={problem.text} wrap gap={1}>
          {problem.text}
          {problem.step !== step && (
            <Button color="inherit" size="small" onClick={() => onGo(problem.step)}>
              {TITLES[problem.step]}
            </Button>
          )}
        </Row>
      ))}
    </Alert>
  );
}

interface CountedFacts {
  /** Undefined while the file is read. */
  readonly facts: FileFacts | undefined;
  /** The share that is read. */
  readonly progress: number;
}

/** What a file has in the columns that the answers use; read again if they use others. */
function useFacts(file: File, settings: FormatSettings): CountedFacts {
  const [progress, setProgress] = useState(0);
  const { encoding, separator } = settings;
  const columns = [...sourcesOf(settings)].map(([key, source]) =>
    'columns' in source ? [key, source.columns, source.join] : [],
  );
  const { name, size, lastModified } = file;
  const isUsed = columns.some((one) => one.length > 0);
  const { data } = useQuery({
    queryKey: ['file-facts', { name, size, lastModified }, encoding, separator, columns],
    queryFn: isUsed
      ? ({ signal }) => countFacts(file, settings, { signal, onProgress: setProgress })
      : skipToken,
    staleTime: Infinity,
    retry: false,
  });
  return { facts: data, progress };
}
