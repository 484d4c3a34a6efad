// Which cases `npm run test:cluster -- --quick` runs: all pairs of kind, part and fault, in existing phases.
import { expect } from "chai";
import type { Part } from "./cluster.ts";
import { CLUSTER_WORKS, FAULT_NAMES } from "./works/index.ts";

const PARTS: Record<Part, true> = {
  nginx: true,
  API: true,
  worker: true,
  Temporal: true,
  database: true,
  S3: true,
  PostgreSQL: true,
};
const parts = Object.keys(PARTS) as Part[];
const all = CLUSTER_WORKS.flatMap(({ work, quick }) => quick.map((chosen) => ({ work, ...chosen })));

describe("the quick cases of the cluster", () => {
  it("are in phases of their work", () => {
    for (const { work, phase } of all) expect(work.phases.map(({ name }) => name)).to.include(phase);
  });

  it("are all pairs of kind and part, of kind and fault, and of part and fault", () => {
    for (const { work, quick } of CLUSTER_WORKS) {
      expect(new Set(quick.map(({ part }) => part)), work.name).to.have.keys(...parts);
      expect(new Set(quick.map(({ fault }) => fault)), work.name).to.have.keys(...FAULT_NAMES);
    }
    for (const part of parts)
      for (const fault of FAULT_NAMES) {
        const kinds = all.filter((one) => one.part === part && one.fault === fault);
        expect(new Set(kinds.map(({ work }) => work)).size, `${part} ${fault}`).to.be.at.least(2);
      }
  });
});
