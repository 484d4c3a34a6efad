// A service process that starts immediately and sends signs of life until it is stopped.
import { giveSigns } from "../../platform/startSettings.ts";

giveSigns();
process.send?.({ kind: "ready" });
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
