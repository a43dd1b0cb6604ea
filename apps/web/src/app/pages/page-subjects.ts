import { pageSubject, type Subject } from '../../features/users/access/access-subjects';
import { ADMIN_PAGES, POD_PAGES, TRAINER_PAGE } from '../pages';

/** The pages that the question 'Why can this user not …?' offers. */
export const PAGE_SUBJECTS: readonly Subject[] = [
  pageSubject('trainer-stats', TRAINER_PAGE.longLabel, [TRAINER_PAGE.anyOf]),
  ...POD_PAGES.map(({ path, label, longLabel = label, anyOf }) =>
    pageSubject(path === '' ? 'pod' : `pod/${path}`, longLabel, [anyOf]),
  ),
  // The question is about a project.
  ...ADMIN_PAGES.filter(({ ofPortal }) => !ofPortal).map(({ path, label, anyOf }) =>
    pageSubject(path, `Administration: ${label}`, [['admin-view'], anyOf]),
  ),
];
