// Prepares the text of a feature for storage: without secrets, and with a name.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import type { StepLibrary } from "../../../domain/functional/match/library.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";
import { cleanText } from "../../../domain/functional/secrets/cleanText.ts";
import type { KnownSecret } from "../../../domain/functional/secrets/knownSecrets.ts";
import type { OperationContext } from "../../lib/context.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { projectLibrary } from "./library.ts";

type FeatureContext = Pick<OperationContext, "models" | "sealer" | "log">;
const MAX_NAME = 200;

type Storable = { text: string; referred: string[] };

/**
 * Returns the text without secrets: secrets that environments store become references. Throws `validation_error` with the lines that
 * cannot be stored. `before`: the stored text, whose own lines stay valid.
 */
export async function storable(
  ctx: FeatureContext,
  projectId: string,
  gherkin: string,
  before?: string,
): Promise<Storable> {
  const [known, library] = await Promise.all([knownSecrets(ctx, projectId), projectLibrary(ctx, projectId)]);
  return withoutSecrets({ gherkin, before, known, library });
}

/** Context in which a text is saved. `before`: the stored text. */
type Beside = { gherkin: string; before: string | undefined; known: readonly KnownSecret[]; library: StepLibrary };

/** Throws the same errors as `createFeature` and `changeFeature` if the text cannot be saved. Reads and writes nothing. */
export function checkFeature(beside: Beside): void {
  const { text } = withoutSecrets(beside);
  requireName(compileFeature(text).name);
}

function withoutSecrets({ gherkin, before, known, library }: Beside): Storable {
  const clean = (text: string) => cleanText(text, known, (one) => planCompiled(compileFeature(one), library));
  const { text, names, problems } = clean(gherkin);
  if (problems.length === 0) return { text, referred: names };
  const old = new Set(before === undefined ? [] : clean(before).problems.map(({ key }) => key));
  const fresh = problems.filter(({ key }) => !old.has(key));
  if (fresh.length === 0) return { text, referred: names };
  const fields = fresh.map(({ line, message }) => ({ path: `gherkin:${line}`, message }));
  throw new ProductError(
    "validation_error",
    fresh
      .slice(0, 5)
      .map(({ message }) => message)
      .join(" "),
    { fields },
  );
}

/** Throws `validation_error` if the feature has no name or its name is too long. */
export function requireName(name: string): void {
  if (name.trim() !== "" && name.length <= MAX_NAME) return;
  throw fieldError("gherkin", `The feature needs a name of at most ${MAX_NAME} characters after "Feature:".`);
}
