// How far a proposal of the coach is: it waits, its calls are being made, or it has ended.
export const PROPOSAL_STATUSES = ["open", "running", "done", "failed", "rejected"] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
