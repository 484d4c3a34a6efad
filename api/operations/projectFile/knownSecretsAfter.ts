// Secrets of the project's environments as they will be after the file is applied; texts that contain one of them are refused.
import { type KnownSecret, secretsIn } from "../../../domain/functional/secrets/knownSecrets.ts";
import { resolvedAccess } from "../../../domain/projectFile/accessFrom.ts";
import type { ProjectFile } from "../../../domain/projectFile/types.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { isAccess } from "../environments/access.ts";
import type { Use } from "./section.ts";

/** Returns a function that reads the secrets on first use. Values that the caller did not send are unknown. */
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
