// Turns the calls that guidance suggests into tool actions for buttons.
import type { Call } from "../../../domain/guidance/calls.ts";
import { callView } from "../../tools/areas/guidance/calls.ts";
import type { AppAction } from "../answers/app/shared.ts";

export const actionOf = (call: Call): AppAction => ({ label: call.label, ...callView(call) });
