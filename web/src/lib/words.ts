// Pillars and run types as listed by screens, all derived from the shared words of the service.
import { PILLAR_WORDS, type PillarWords } from "../../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../../domain/words/runs.ts";
import { RUN_OUTCOMES } from "../../../domain/words/statuses.ts";
import { paths } from "./paths.ts";

/** An option of a select. */
export type Option = { value: string; label: string };

export const PILLARS: readonly PillarWords[] = Object.values(PILLAR_WORDS);
export const RUNS: readonly RunWords[] = Object.values(RUN_WORDS);

/** Pillars that audit pages, in their order. */
export const AUDITS = PILLARS.filter(({ parts }) => parts === "pages").toSorted((a, b) => a.place - b.place);
/** Audits whose findings have their own screen. */
export const AUDIT_SCREENS = AUDITS.filter(({ screen }) => screen === "audits");

export const pillarNamed = (name: string | null): PillarWords | undefined =>
  PILLARS.find((pillar) => pillar.name === name);
export const pillarTitle = (name: string): string => pillarNamed(name)?.title ?? name;

export const runOfType = (type: string): RunWords | undefined => RUNS.find((run) => run.type === type);
/** Returns the run type that tests a pillar. */
export const runOfPillar = (name: string): RunWords | undefined => RUNS.find(({ pillar }) => pillar === name);

/** Returns the pillar of a run type if its findings have a screen. */
export function findingsPillar(type: string): PillarWords | null {
  const pillar = pillarNamed(runOfType(type)?.pillar ?? null);
  return pillar?.screen === "audits" ? pillar : null;
}

const SCREENS: Record<PillarWords["screen"], (project: string, pillar: string) => string> = {
  audits: paths.audits,
  functional: paths.functional,
  tracking: paths.tracking,
  visual: paths.visual,
};

/** Returns the address of a pillar's screen. */
export const pillarPath = (project: string, name: string): string =>
  SCREENS[pillarNamed(name)?.screen ?? "audits"](project, name);

export const PILLAR_OPTIONS: readonly Option[] = PILLARS.map(({ name, title }) => ({ value: name, label: title }));

/** Run types for filters. */
export const TYPE_OPTIONS: readonly Option[] = RUNS.map(({ type, name }) => ({ value: type, label: name }));

export const OUTCOME_OPTIONS: readonly Option[] = Object.entries(RUN_OUTCOMES).map(([value, { word }]) => ({
  value,
  label: word,
}));

/** What a schedule can start. Not baselines, because a person should look at them when they are captured. */
export const SCHEDULE_OPTIONS: readonly Option[] = RUNS.filter(({ gates }) => gates).map(({ trigger, name }) => ({
  value: trigger,
  label: name,
}));
