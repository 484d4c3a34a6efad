// What a project's environments keep secret, for the one question whether a text that is to be stored holds some of it.
import { type KnownSecret, secretsIn } from "../../domain/functional/secrets/knownSecrets.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import { environmentsOf } from "../../models/environments/queries.ts";
import { SealError } from "../../platform/sealing.ts";
import type { OperationContext } from "./context.ts";

/** Of all environments in the order of their names. What another key sealed is left out: nothing can enter a site with it. */
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
