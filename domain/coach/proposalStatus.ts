// Status of a coach's proposal: waiting for approval, executing its calls, or ended.
export const PROPOSAL_STATUSES = ["open", "running", "done", "failed", "rejected"] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
