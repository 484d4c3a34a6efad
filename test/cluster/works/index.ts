// The kinds of work that are exposed to the faults, and the cases of each that `--quick` selects.
import { AUDIT, LAB, START, VISUAL, type Work } from "../../support/killedWork.ts";
import type { Part } from "../cluster.ts";
import { FUNCTIONAL } from "./functional.ts";
import { PROOF } from "./proof.ts";
import { RECORDING } from "./recording.ts";

export const FAULT_NAMES = ["killed", "cut off", "slow"] as const;
export type FaultName = (typeof FAULT_NAMES)[number];
export type Chosen = { part: Part; phase: string; fault: FaultName };
export type ClusterWork = { work: Work; quick: readonly Chosen[] };

/** Combines a part, and the phase in which it is active, with each fault. */
const each = (part: Part, phase: string): Chosen[] => FAULT_NAMES.map((fault) => ({ part, phase, fault }));
const one = (part: Part, fault: FaultName, phase: string): Chosen => ({ part, phase, fault });

/**
 * All pairs: across the kinds, each part has each fault, and each kind has each part and each fault (test/cluster/quick.test.ts). The
 * visual test, whose path is the longest, has all three faults for each part.
 */
export const CLUSTER_WORKS: readonly ClusterWork[] = [
  {
    work: VISUAL,
    quick: [
      ...each("nginx", "start"),
      ...each("API", "start"),
      ...each("worker", "capture"),
      ...each("S3", "capture"),
      ...each("Temporal", "compare"),
      ...each("database", "compare"),
      ...each("PostgreSQL", "verdict"),
    ],
  },
  {
    work: { ...AUDIT, phases: [START, ...AUDIT.phases] },
    quick: [
      one("nginx", "killed", "start"),
      one("API", "cut off", "start"),
      one("worker", "slow", "site part"),
      one("Temporal", "killed", "pillar's finish, parent waiting"),
      one("database", "cut off", "judge"),
      one("S3", "slow", "gather"),
      one("PostgreSQL", "killed", "finish"),
    ],
  },
  {
    work: { ...LAB, phases: [START, ...LAB.phases] },
    quick: [
      one("nginx", "killed", "start"),
      one("API", "slow", "start"),
      one("worker", "cut off", "Lighthouse"),
      one("Temporal", "killed", "Lighthouse for SEO"),
      one("database", "cut off", "Lighthouse"),
      one("S3", "slow", "Lighthouse for SEO"),
      one("PostgreSQL", "killed", "Lighthouse"),
    ],
  },
  {
    work: FUNCTIONAL,
    quick: [
      one("nginx", "cut off", "start"),
      one("API", "slow", "start"),
      one("worker", "killed", "scenario"),
      one("Temporal", "cut off", "plan"),
      one("database", "slow", "finish"),
      one("S3", "killed", "scenario"),
      one("PostgreSQL", "cut off", "plan"),
    ],
  },
  {
    work: PROOF,
    quick: [
      one("nginx", "slow", "start"),
      one("API", "killed", "start"),
      one("worker", "cut off", "scenario"),
      one("Temporal", "slow", "judge"),
      one("database", "killed", "match"),
      one("S3", "cut off", "scenario"),
      one("PostgreSQL", "slow", "finish"),
    ],
  },
  {
    work: RECORDING,
    quick: [
      one("nginx", "killed", "start"),
      one("API", "killed", "save"),
      one("worker", "killed", "turn"),
      one("Temporal", "cut off", "turn"),
      one("database", "slow", "save"),
      one("S3", "cut off", "turn"),
      one("PostgreSQL", "slow", "start"),
    ],
  },
];
