// A process of the service that starts at once and gives signs of life until it is stopped.
import { giveSigns } from "../../platform/startSettings.ts";

giveSigns();
process.send?.({ kind: "ready" });
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
