import type { LiveUpdates } from '../../live/live-query';
import { Columns } from '../../ui/layout';
import { Contradicted } from './contradicted';
import { LeadingCard } from './leading-card';
import { ReviewingCard } from './reviewing-card';

interface PodsNowProps {
  /** The names of the pods that the user leads. */
  leads: readonly string[];
  /** The names of the pods in which the user reviews. */
  reviews: readonly string[];
  email: string;
  /** The selected project. */
  projectId: number;
  updates: LiveUpdates;
}

/** What their pods ask of a lead or a reviewer now. */
export function PodsNow({ leads, reviews, email, projectId, updates }: PodsNowProps) {
  const columns = leads.length + reviews.length > 1 ? 2 : 1;
  return (
    <Columns columns={{ md: columns }} gap={2} sx={{ alignItems: 'start', mb: 2 }}>
      <Contradicted updates={updates} />
      {leads.map((name) => (
        <LeadingCard key={name} podName={name} {...{ projectId, updates }} />
      ))}
      {reviews.map((name) => (
        <ReviewingCard key={name} podName={name} {...{ email, projectId, updates }} />
      ))}
    </Columns>
  );
}
