// Which of our rules answer an ACT rule, and how well, after the W3C's way of mapping implementations, by criteria that both name and by the outcomes; its own tool is not run.
import type { ActCase } from "./cases.ts";

export type Outcome = "failed" | "cantTell" | "passed";
/** What our rules said of one case; a rule that is not here found nothing wrong. */
export type Said = Record<string, Exclude<Outcome, "passed">>;
export type Answers = ReadonlyMap<string, Said>;

export type MappedRule = {
  rule: string;
  name: string;
  approved: boolean;
  /** Our rules that answer it, and those of them that say nothing wrong of a sound case. */
  procedures: string[];
  consistent: string[];
  cases: { failed: number; sound: number };
  caught: string[];
  /** Cases that must fail and are left to a person. */
  asked: string[];
  missed: string[];
  /** Sound cases that fail. */
  wrong: string[];
};

/** By our rule: criteria that it is about ("1.4.3"), and ACT rules that it is made for. */
export type Ours = Record<"criteria" | "claims", ReadonlyMap<string, readonly string[]>>;

/**
 * A rule of ours answers an ACT rule where it is made for it, or where both name a criterion and it says nothing wrong of any
 * sound case.
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
