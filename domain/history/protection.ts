// Protected branches: where a project wants it, its main branch's baselines change by people's decisions alone.
import type { ProjectSettings } from "../audit/settings.ts";
import { plural } from "../text.ts";
import type { Reason } from "../visual/outcome.ts";

type Protectable = { settings?: ProjectSettings | null };

/** Whether the baselines of the project's main branch are protected. Projects of earlier versions may lack settings. */
export const protectsMain = ({ settings }: Protectable): boolean => settings?.visual?.protectMain === true;

/** Who is no person: keys and schedules, as they are described with a baseline, and the service itself. */
const NO_PERSON = /^(?:key |schedule |run$|service$)/;

/** Whether a person accepted the version; of a capture, asked for it. `person` is missing in entries of earlier versions. */
export function byPerson({ person, promotedBy }: { person?: string | null; promotedBy: string }): boolean {
  return !NO_PERSON.test(person ?? promotedBy);
}

type Decided = { branch: string; person?: string | null; promotedBy: string };

/**
 * Whether a version may stand for a run of `headBranch` in a project whose main branch is protected: what nobody
 * reviewed counts on its own branch alone. On main everything counts: there the rule held when it came.
 */
export function countsWhereProtected(
  version: Decided,
  { headBranch, mainBranch }: { headBranch: string | null; mainBranch: string },
): boolean {
  return version.branch === mainBranch || version.branch === headBranch || byPerson(version);
}

/** The refusal of what a key or a schedule asks for. */
export const protectedRefusal = (mainBranch: string, what: string): string =>
  `${mainBranch} is protected: ${what} there is a person's decision. Sign in and approve it in the dashboard, or merge an approved pull request.`;

/** What a run says that captures only what is missing. */
export const firstPicturesOnly = (mainBranch: string): string =>
  `${mainBranch} is protected: existing baselines are kept, only missing ones are captured.`;

const CODE = "baseline_kept";

/** The reason of a capture whose baseline stays. */
export const keptReason = (mainBranch: string): Reason => ({
  code: CODE,
  message: `${mainBranch} is protected: the baseline stays as it is. A person changes it, or the merge of an approved pull request.`,
  data: { branch: mainBranch },
});

/** Whether a result says that its baseline stays. */
export const isKept = ({ code }: Pick<Reason, "code">): boolean => code === CODE;

/** What a run's summary says of captures that replaced nothing; takes the reasons of all its results. Null: there are none. */
export function keptSentence(reasons: readonly Reason[], total: number): string | null {
  const kept = reasons.filter(isKept);
  const [first] = kept;
  if (!first) return null;
  // Results of earlier versions do not name the branch apart.
  const branch = typeof first.data?.branch === "string" ? first.data.branch : "The main branch";
  const verb = kept.length === 1 ? "keeps its baseline" : "keep their baselines";
  return `${branch} is protected: ${kept.length} of ${plural(total, "screenshot")} ${verb}. A person changes that, or the merge of an approved pull request.`;
}
