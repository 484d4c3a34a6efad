import { writeFile } from "node:fs/promises";
import proto from "@temporalio/proto";
