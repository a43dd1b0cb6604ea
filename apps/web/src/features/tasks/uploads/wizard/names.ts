import { REVIEW_FIELDS, type ReviewField } from '@portal/contracts/file-formats';
import { CSV_FIELDS, type CsvField } from '@portal/contracts/task-csv';

/** A field of the task, or one of the review in its row. */
export type FieldKey = CsvField | `review.${ReviewField}`;
export const REVIEW_KEYS = REVIEW_FIELDS.map((field) => `review.${field}` as const);
export const FIELD_KEYS: readonly FieldKey[] = [...CSV_FIELDS, ...REVIEW_KEYS];

/**
 * Usual headers beside the names of the fields, without case, blanks and punctuation: those of spreadsheets, and of
 * exports of Label Studio, Prodigy, Toloka, Scale, Labelbox, Jira, Asana and Linear.
 */
const USUAL: Readonly<Partial<Record<FieldKey, string>>> = {
  turing_task_id:
    'taskid task id turingtask issueid itemid recordid rowid globalkey externalid key number nr inputhash assignmentid ticketid aufgabe aufgabennr',
  turing_project_id: 'turingproject projectnumber projectid project',
  project_id: 'projectname project projectid projekt team workspace pool poolid',
  turing_batch_id: 'batchid batchnumber batch turingbatch datasetid poolid',
  batch_name:
    'batchtitle batchname batch dataset datasetname sprint cycle section sectioncolumn list milestone folder charge paket suiteid tasksuiteid',
  batch_status: 'batchstate',
  user_email:
    'email user useremail trainer traineremail assignee assigneeemail owner owneremail annotator annotatoremail annotatorid labeler labeledby createdbyemail completedbyemail completedby worker workerid workeremail username assignedto bearbeiter contributor contributoremail sessionid',
  status:
    'state taskstatus taskstate workflowstatus islabeled answer stage progress column assignmentstatus zustand stand',
  completed_at:
    'completed completedon completiondate completedat finished finishedat doneat resolved resolutiondate closed closedat submitted submittedat submitts submitdate erledigtam fertigam labeledat annotatedat annotationscreatedat',
  created_at:
    'created createdon creationdate createddate createddatetime createtime erstellt erstelltam assignmentcreated',
  updated_at:
    'updated updatedon modified modifiedat lastmodified lastupdated lastmodifiedon timestamp geaendert geändertam lastupdatedat',
  colab_link: 'colab colaburl link url notebook notebookurl taskurl weblink permalink adresse',
  number_of_turns: 'turns turncount numturns turnscount numberofturns messages rounds',
  duration_minutes:
    'duration minutes durationmin timespent leadtime timetaken secondstolabel labelingtime hours durationhours durationseconds dauer dauermin dauerstunden tasktime',
  target_model: 'model modelname llm modell',
  validation_status: 'validation validated validationstate qastatus check prüfung',
  delivery_batch: 'delivery deliverybatchname deliveryname lieferung',
  'review.turing_review_id': 'reviewid',
  'review.reviewer_email':
    'reviewer revieweremail reviewedby reviewedbyemail qaemail checkedby prüfer',
  'review.status': 'reviewstatus verdict reviewresult decision reviewstate',
  'review.score': 'score reviewscore rating grade qascore note punkte',
  'review.feedback':
    'feedback reviewcomment reviewfeedback reviewercomment comment reviewnotes kommentar',
  'review.reasons':
    'reason reasons reworkreason reworkreasons reviewreason reviewreasons rejectionreason issues errorcategory',
  'review.submitted_at': 'reviewedat reviewdate reviewedon reviewsubmittedat reviewtime',
};

const FIELDS = new Map<string, FieldKey[]>();
for (const field of FIELD_KEYS) {
  for (const name of [plainOf(field), ...(USUAL[field] ?? '').split(' ')]) {
    if (name === '') continue;
    const known = FIELDS.get(name);
    if (!known) FIELDS.set(name, [field]);
    else if (!known.includes(field)) known.push(field);
  }
}

/** Whether a header is the name of a field or a usual one for it. */
export function isUsual(header: string): boolean {
  return FIELDS.has(plainOf(header));
}

/**
 * The fields that a column of this name may be, the likeliest first. Of a path its end counts, too:
 * `data.assignee.email` is like "assignee email".
 */
export function fieldsOfName(header: string): readonly FieldKey[] {
  const steps = header.split(/[.:]/).filter((step) => !/^\d*$/.test(step));
  const names = [
    header,
    // As in "Duration (hours)".
    header.replaceAll(/[([].*?[)\]]/g, ''),
    ...steps.map((_step, at) => steps.slice(at).join('')),
  ];
  return [...new Set(names.flatMap((name) => FIELDS.get(plainOf(name)) ?? []))];
}

function plainOf(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}
