// Checks whether the Temporal server belongs to this installation, using data that installations store in its namespace.
import { isGrpcServiceError, type WorkflowService } from "@temporalio/client";
import { type Installation, judgeNamespace, type MarkMode, strangeTemporal } from "../../domain/installation.ts";

export type TemporalPlace = { address: string; namespace: string; us: Installation; mode: MarkMode };
type Service = Pick<WorkflowService, "describeNamespace" | "updateNamespace">;

/** gRPC's codes for "permission denied" and "unimplemented": a cloud service may not allow this call. */
const NOT_HERE = new Set([7, 12]);

/**
 * Stores this installation's mark if there is none, and checks again: of two concurrent processes, one finds the other's mark.
 * @throws StrangerError if it belongs to another installation; the client's error while it is unavailable
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
    // It cannot be determined; two installations on such a server are separated by the prefixes of their queues.
    if (mode === "claim" && isGrpcServiceError(error) && NOT_HERE.has(error.code)) return;
    throw error;
  }
}
