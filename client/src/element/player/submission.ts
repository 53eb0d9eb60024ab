import type { ListSubmissionsResult } from '../../index.ts';

type SubmissionList = Extract<ListSubmissionsResult, { status: 200 }>;
export type Submission = SubmissionList['submissions'][number];
export type WithdrawnSubmission = NonNullable<SubmissionList['withdrawn']>[number];
