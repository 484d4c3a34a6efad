// Maps Plumbline's rules to ACT rules and measures their accuracy, following the W3C's mapping method (shared criteria and outcomes). The
// W3C's own tool is not run.
import type { ActCase } from "./cases.ts";

export type Outcome = "failed" | "cantTell" | "passed";
/** Outcomes of one case by rule; a rule that is missing found nothing wrong. */
export type Said = Record<string, Exclude<Outcome, "passed">>;
export type Answers = ReadonlyMap<string, Said>;

export type MappedRule = {
  rule: string;
  name: string;
  approved: boolean;
  /** Rules that implement the ACT rule (`procedures`), and those of them without a false failure (`consistent`). */
  procedures: string[];
  consistent: string[];
  cases: { failed: number; sound: number };
  caught: string[];
  /** Failing cases that are left to manual review. */
  asked: string[];
  missed: string[];
  /** Passing cases that were reported as failed. */
  wrong: string[];
};

/** By rule: its success criteria ("1.4.3"), and the ACT rules it is written for. */
export type Ours = Record<"criteria" | "claims", ReadonlyMap<string, readonly string[]>>;

/**
 * A rule implements an ACT rule if it is written for it, or if both share a criterion and it fails at least one failing case and no
 * passing case.
 */
export function mapRule(cases: readonly ActCase[], answers: Answers, { criteria, claims }: Ours): MappedRule {
  const [first] = cases as [ActCase];
  const measured = cases.filter(({ id }) => answers.has(id));
  const failing = measured.filter(({ expected }) => expected === "failed");
  const sound = measured.filter(({ expected }) => expected !== "failed");
  const says = (one: ActCase, procedure: string, outcome: Outcome): boolean =>
    answers.get(one.id)?.[procedure] === outcome;
  const fails = (of: readonly ActCase[], procedure: string): boolean =>
    of.some((one) => says(one, procedure, "failed"));
  const isMadeFor = (procedure: string): boolean => claims.get(procedure)?.includes(first.rule) ?? false;
  const candidates = [...new Set(measured.flatMap(({ id }) => Object.keys(answers.get(id) ?? {})))].filter(
    (one) => isMadeFor(one) || areRelated(first.criteria, criteria.get(one) ?? []),
  );
  const consistent = candidates.filter((one) => fails(failing, one) && !fails(sound, one)).sort();
  const procedures = candidates.filter((one) => consistent.includes(one) || isMadeFor(one)).sort();
  const caught = failing.filter((one) => procedures.some((procedure) => says(one, procedure, "failed")));
  const asked = failing.filter(
    (one) => !caught.includes(one) && candidates.some((procedure) => says(one, procedure, "cantTell")),
  );
  const ids = (of: readonly ActCase[]): string[] => of.map(({ id }) => id);
  return {
    rule: first.rule,
    name: first.ruleName,
    approved: first.approved,
    procedures,
    consistent,
    cases: { failed: failing.length, sound: sound.length },
    caught: ids(caught),
    asked: ids(asked),
    missed: ids(failing.filter((one) => !caught.includes(one) && !asked.includes(one))),
    wrong: ids(sound.filter((one) => procedures.some((procedure) => says(one, procedure, "failed")))),
  };
}

const areRelated = (theirs: readonly string[], ours: readonly string[]): boolean =>
  ours.some((one) => theirs.includes(one));
