import { expect } from "chai";
import { expiredJobIds, type RetainedJob } from "../../../domain/retention/jobs.ts";

const NOW = new Date("2026-11-28T00:00:00Z");
const job = (id: string, days: number | null, more: Partial<RetainedJob> = {}): RetainedJob => ({
  id,
  kind: "tracking_prove_issue_ticket",
  environmentId: null,
  completed: true,
  endedAt: days === null ? null : new Date(NOW.getTime() - days * 86_400_000),
  ...more,
});
const failed = { completed: false };
const crawl = { kind: "crawl_site" } as const;

type Case = {
  name: string;
  jobs: RetainedJob[];
  needed?: string[];
  rule?: { days: number; runs: number };
  gone: string[];
};
const CASES: Case[] = [
  { name: "by days, oldest first", jobs: [job("c", 1), job("b", 31), job("a", 40)], gone: ["a", "b"] },
  {
    name: "the newest by number",
    jobs: [job("c", 1), job("b", 31), job("a", 40)],
    rule: { days: 30, runs: 2 },
    gone: ["a"],
  },
  { name: "at the border of its days", jobs: [job("b", 1), job("a", 30)], gone: ["a"] },
  { name: "within its days", jobs: [job("b", 1), job("a", 29.9)], gone: [] },
  { name: "the newest completed of each kind", jobs: [job("c", 90, crawl), job("b", 91), job("a", 92)], gone: ["a"] },
  {
    name: "the newest completed of each environment",
    jobs: [job("c", 90), job("b", 91, { environmentId: "env_1" }), job("a", 92)],
    gone: ["a"],
  },
  { name: "a failed one is no newest", jobs: [job("b", 90, failed), job("a", 91)], gone: ["b"] },
  { name: "not in progress", jobs: [job("b", 1), job("a", null, failed)], gone: [] },
  { name: "not with an undecided proposal", jobs: [job("b", 1), job("a", 90)], needed: ["a"], gone: [] },
  {
    name: "not on the day it ended, whatever the rule",
    jobs: [job("c", 0.1), job("b", 0.9), job("a", 1.1)],
    rule: { days: 0, runs: 1 },
    gone: ["a"],
  },
];

describe("jobs that have expired", () => {
  for (const { name, jobs, needed = [], rule = { days: 30, runs: 0 }, gone } of CASES)
    it(name, () => {
      expect(expiredJobIds(jobs, new Set(needed), { rule, now: NOW })).to.deep.equal(gone);
    });
});
