// Protected branches: if a project enables it, only people can change its main branch's baselines.
import type { ProjectSettings } from "../audit/settings.ts";
import { plural } from "../text.ts";
import type { Reason } from "../visual/outcome.ts";

type Protectable = { settings?: ProjectSettings | null };

/** Whether the baselines of the project's main branch are protected. Projects of earlier versions may lack settings. */
export const protectsMain = ({ settings }: Protectable): boolean => settings?.visual?.protectMain === true;

/** Non-persons: keys and schedules, as they are recorded with a baseline, and the service itself. */
const NO_PERSON = /^(?:key |schedule |run$|service$)/;

/** Whether a person accepted the version, or requested the capture. `person` is missing in entries of earlier versions. */
export function byPerson({ person, promotedBy }: { person?: string | null; promotedBy: string }): boolean {
  return !NO_PERSON.test(person ?? promotedBy);
}

type Decided = { branch: string; person?: string | null; promotedBy: string };

/**
 * Whether a version may be used for a run of `headBranch` in a project whose main branch is protected. Versions that no person reviewed
 * count only on their own branch. On main everything counts, because the rule was applied when it was added.
 */
export function countsWhereProtected(
  version: Decided,
  { headBranch, mainBranch }: { headBranch: string | null; mainBranch: string },
): boolean {
  return version.branch === mainBranch || version.branch === headBranch || byPerson(version);
}

/** Returns the error for a change requested by a key or a schedule. */
export const protectedRefusal = (mainBranch: string, what: string): string =>
  `${mainBranch} is protected: ${what} there is a person's decision. Sign in and approve it in the dashboard, or merge an approved pull request.`;

/** Returns the note of a run that only captures missing baselines. */
export const firstPicturesOnly = (mainBranch: string): string =>
  `${mainBranch} is protected: existing baselines are kept, only missing ones are captured.`;

const CODE = "baseline_kept";

/** Returns the reason of a capture that did not replace the existing baseline. */
export const keptReason = (mainBranch: string): Reason => ({
  code: CODE,
  message: `${mainBranch} is protected: the baseline was kept. Only a person or the merge of an approved pull request can change it.`,
  data: { branch: mainBranch },
});

/** Whether a result says that its baseline was kept. */
export const isKept = ({ code }: Pick<Reason, "code">): boolean => code === CODE;

/** Returns the sentence of a run's summary about captures that replaced nothing, from the reasons of all its results, or null if there are none. */
export function keptSentence(reasons: readonly Reason[], total: number): string | null {
  const kept = reasons.filter(isKept);
  const [first] = kept;
  if (!first) return null;
  // Results of earlier versions do not have the branch in `data`.
  const branch = typeof first.data?.branch === "string" ? first.data.branch : "The main branch";
  const verb = kept.length === 1 ? "keeps its baseline" : "keep their baselines";
  return `${branch} is protected: ${kept.length} of ${plural(total, "screenshot")} ${verb}. Only a person or the merge of an approved pull request can change that.`;
}
