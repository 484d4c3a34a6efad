// Is the Temporal that answers ours? Its namespace says so, in data that installations leave there.
import { isGrpcServiceError, type WorkflowService } from "@temporalio/client";
import { type Installation, judgeNamespace, type MarkMode, strangeTemporal } from "../../domain/installation.ts";

export type TemporalPlace = { address: string; namespace: string; us: Installation; mode: MarkMode };
type Service = Pick<WorkflowService, "describeNamespace" | "updateNamespace">;

/** gRPC's codes for "you may not" and "there is no such thing here": a cloud does not allow this call. */
const NOT_HERE = new Set([7, 12]);

/**
 * Leaves our mark where there is none, and looks again: of two who come at once one finds the other's.
 * @throws StrangerError when it is another installation's; the client's error while it is unavailable
 */
export async function checkTemporal(service: Service, { address, namespace, us, mode }: TemporalPlace): Promise<void> {
  if (mode === "ignore") return;
  const look = async () => {
    const { namespaceInfo } = await service.describeNamespace({ namespace });
    return judgeNamespace(namespaceInfo?.data ?? {}, us, mode);
  };
  try {
    let verdict = await look();
    if (verdict.is === "free") {
      await service.updateNamespace({ namespace, updateInfo: { data: { [verdict.claim]: us.id } } });
      verdict = await look();
    }
    if (verdict.is === "stranger") throw strangeTemporal(address, us, verdict);
  } catch (error) {
    // Nobody can tell; two installations on such a server are kept apart by their queues' prefixes.
    if (mode === "claim" && isGrpcServiceError(error) && NOT_HERE.has(error.code)) return;
    throw error;
  }
}
