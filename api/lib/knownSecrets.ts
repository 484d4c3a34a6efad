// Reads the secrets of a project's environments, to check whether a text that is about to be stored contains any of them.
import { type KnownSecret, secretsIn } from "../../domain/functional/secrets/knownSecrets.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import { environmentsOf } from "../../models/environments/queries.ts";
import { SealError } from "../../platform/sealing.ts";
import type { OperationContext } from "./context.ts";

/**
 * Returns the secrets of all environments, ordered by environment name. Access sealed with another key is skipped, because it cannot be
 * used to sign in to a site either.
 */
export async function knownSecrets(
  { models, sealer, log }: Pick<OperationContext, "models" | "sealer" | "log">,
  projectId: string,
): Promise<KnownSecret[]> {
  const environments = await environmentsOf(models, projectId, { fields: { name: 1, sealedAccess: 1 }, by: "name" });
  return environments.flatMap(({ _id, name, sealedAccess }) => {
    if (!sealedAccess) return [];
    try {
      return secretsIn(JSON.parse(sealer.open(sealedAccess)) as SiteAccess, name);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      log("warn", "texts are not compared with an environment's access, which another key sealed", {
        environment: _id,
      });
      return [];
    }
  });
}
