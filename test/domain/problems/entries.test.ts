import { expect } from "chai";
import { type Entry, packEntries, unpackEntries } from "../../../domain/problems/entries.ts";

const entry = (id: number, more: Partial<Entry> = {}): Entry => ({
  id: `pbm_${String(id).padStart(32, "0")}`,
  status: "new",
  severity: "critical",
  kind: "failed",
  priority: 10,
  acceptedUntil: null,
  fixedAt: null,
  ...more,
});

describe("packed lists of problems", () => {
  it("give back what was packed, the highest priority first and then by id", () => {
    const entries = [
      entry(3, { priority: 0.5, severity: "info", kind: "warning", status: "ongoing" }),
      entry(2, { priority: 33.8, status: "accepted", acceptedUntil: Date.UTC(2026, 2, 10), fixedAt: 7 }),
      entry(5, { status: "regressed", kind: "review", severity: "moderate" }),
      entry(4, { status: "fixed", severity: "minor", fixedAt: Date.UTC(2026, 1, 1) }),
    ];
    const [last, first, third, second] = entries;
    expect(unpackEntries(packEntries(entries))).to.deep.equal([first, second, third, last]);
    expect(unpackEntries(packEntries([]))).to.deep.equal([]);
  });
});
