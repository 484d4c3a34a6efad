// What the project's environments keep secret when the file has been applied: a text that holds some of it is refused.
import { type KnownSecret, secretsIn } from "../../../domain/functional/secrets/knownSecrets.ts";
import { resolvedAccess } from "../../../domain/projectFile/accessFrom.ts";
import type { ProjectFile } from "../../../domain/projectFile/types.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { isAccess } from "../environments/access.ts";
import type { Use } from "./section.ts";

/** Read when it is first asked for. Values that the caller did not send are not known. */
export function knownSecretsAfter({ ctx, project, values }: Use, { environments = [] }: ProjectFile) {
  let known: Promise<readonly KnownSecret[]> | undefined;
  const read = async () => {
    const fresh = environments.flatMap(({ slug, name = slug, access }) => {
      const plain = access ? resolvedAccess(access, values) : null;
      return plain === null || !isAccess(plain) ? [] : secretsIn(plain, name);
    });
    return [...(await knownSecrets(ctx, project._id)), ...fresh];
  };
  return (): Promise<readonly KnownSecret[]> => {
    known ??= read();
    return known;
  };
}
